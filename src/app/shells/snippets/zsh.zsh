# runok for zsh: asks runok before a line runs. `runok shell-status` says whether it works, `runok shell-off` takes it back.
#
# The widgets that accept a line are replaced by ones that have it judged first. What gets past them is judged in preexec,
# before it runs; there SIGINT makes zsh drop it. The state is in an association: nothing of it can come in through the
# environment.

[[ ${(t)__runok_state-} == association* ]] && __runok_unload

if [[ -o interactive && ! -t 0 ]] || [[ -o interactive && ! -o zle ]]; then

function runok {
  if [[ $# -eq 1 && $1 == shell-status ]]; then
    @PROGRAM@ shell-status --shell zsh --shell-version "$ZSH_VERSION" --note 'there is no line editor (zle) in this shell'
  else
    @PROGRAM@ "$@"
  fi
}

elif [[ -o interactive ]]; then

unset __runok_state
typeset -gA __runok_state
__runok_state=(program @PROGRAM@ config @CONFIG@ key @KEY@ deny @DENY_ON_ERROR@ errors 0 judged 0 denied '' last '')
typeset -ga __runok_widgets __runok_keys
__runok_widgets=(accept-line accept-and-hold accept-line-and-down-history accept-and-infer-next-history)
__runok_keys=()
zmodload zsh/parameter

# Has $1 judged; $2 are the options of the shell. The status is that of `runok shell-check`.
function __runok_judge {
  emulate -L zsh
  local line=$1 name
  local -a words
  words=(shell-check --deadline @DEADLINE@ --shell zsh --options "$2")
  shift 2
  words+=("$@")
  [[ -n $__runok_state[config] ]] && words+=(--config "$__runok_state[config]")
  [[ -n $CDPATH ]] && words+=(--set "CDPATH=$CDPATH")
  if [[ :$__runok_state[options]: == *:aliases:* ]]; then
    for name in "${(@k)aliases}"; do words+=(--alias "$name=$aliases[$name]"); done
    for name in "${(@k)galiases}"; do words+=(--global-alias "$name=$galiases[$name]"); done
    for name in "${(@k)saliases}"; do words+=(--suffix-alias "$name=$saliases[$name]"); done
  fi
  if (( $#line > 30000 )); then
    "$__runok_state[program]" "${words[@]}" <<<"$line"
  else
    "$__runok_state[program]" "${words[@]}" -- "$line" </dev/null
  fi
}

# The line after history expansion. Fails where it is not to be judged now: the buffer holds what is to be seen.
function __runok_expanded {
  local before=$BUFFER once marks=${histchars-'!^#'}
  [[ :$__runok_state[options]: == *:banghist:* && -n $marks ]] || return 0
  if [[ $PREBUFFER == *"$marks[1]"* ]]; then
    zle -M 'runok: history expansion in a line that goes on is not followed, the line was not run'
    return 1
  fi
  [[ $BUFFER == *"$marks[1]"* || ( -n $marks[2] && $BUFFER == "$marks[2]"* ) ]] || return 0
  setopt localoptions bang_hist
  zle .expand-history
  [[ $BUFFER == "$before" ]] && return 0
  # `:p` only shows it, and so does histverify
  [[ $before == *:p* || :$__runok_state[options]: == *:histverify:* ]] && return 1
  # what is accepted is expanded once more
  once=$BUFFER
  zle .expand-history
  [[ $BUFFER == "$once" ]]
}

# A widget that accepts the line: $1 is what it calls if the line may run.
function __runok_gate {
  __runok_state[options]="${(kj.:.)options[(R)on]}"
  emulate -L zsh
  # what `vared` and `select` ask is no line of the shell
  if [[ $CONTEXT != start && $CONTEXT != cont ]]; then
    zle "$1"
    return
  fi
  local result
  __runok_state[judged]=0
  case $PREBUFFER$BUFFER in
    'runok shell-off' | 'runok shell-status')
      __runok_state[judged]=1
      zle "$1"
      return
      ;;
    *[![:space:]]*) ;;
    *)
      zle "$1"
      return
      ;;
  esac
  __runok_expanded || return 0
  __runok_judge "$PREBUFFER$BUFFER" "$__runok_state[options]" --key "$__runok_state[shown]"
  result=$?
  case $result in
    0 | 6)
      __runok_state[errors]=0
      __runok_state[denied]=
      __runok_state[judged]=1
      (( result == 6 )) && zle -I
      zle "$1"
      ;;
    5)
      __runok_state[errors]=0
      BUFFER+=$'\n'
      CURSOR=$#BUFFER
      ;;
    3)
      __runok_state[errors]=0
      __runok_state[denied]=$PREBUFFER$BUFFER
      __runok_drop
      ;;
    130)
      print -r -- 'runok: interrupted, the line was not run' >&2
      __runok_drop
      ;;
    *)
      print >&2
      if __runok_failed $result; then
        __runok_state[judged]=1
        zle -I
        zle "$1"
      else
        __runok_drop
      fi
      ;;
  esac
}

# The line goes into the history instead of running. Only a prompt that begins anew has it there. `print -s` heeds no option.
function __runok_drop {
  [[ :$__runok_state[options]: == *:histignorespace:* && $PREBUFFER$BUFFER == ' '* ]] || print -sr -- "$PREBUFFER$BUFFER"
  BUFFER=
  zle -I
  zle .send-break
}

# The line could not be judged, the status says how. Succeeds where it is to run all the same.
function __runok_failed {
  local program=$__runok_state[program]
  (( __runok_state[errors] += 1 ))
  if [[ $__runok_state[deny] == 0 ]]; then
    if [[ ! -x $program ]]; then
      print -r -- "runok: DEGRADED: $program is gone; this line runs unjudged" >&2
      return 0
    elif (( __runok_state[errors] > 3 )); then
      print -r -- "runok: DEGRADED: failed again (status $1); this line runs unjudged" >&2
      return 0
    fi
  fi
  print -r -- "runok: failed (status $1), the line was not run; \`runok shell-off\` switches runok off" >&2
  return 1
}

# The second layer: judges a line that did not come by way of the widgets.
function __runok_preexec {
  __runok_state[options]="${(kj.:.)options[(R)on]}"
  emulate -L zsh
  if (( __runok_state[judged] )); then
    __runok_state[last]=widget
    return 0
  fi
  __runok_state[last]=preexec
  local result line=${1:-$3}
  case $line in 'runok shell-off' | 'runok shell-status') return 0 ;; esac
  __runok_judge "$line" "$__runok_state[options]" --whole
  result=$?
  case $result in
    0 | 6) ;;
    3 | 130) builtin kill -INT $$ ;;
    *) __runok_failed $result || builtin kill -INT $$ ;;
  esac
  return 0
}

function __runok_precmd {
  __runok_state[judged]=0
}

# The key for the suggestion.
function __runok_suggest {
  __runok_state[options]="${(kj.:.)options[(R)on]}"
  emulate -L zsh
  local text
  [[ -n $__runok_state[denied] ]] || return 0
  if text=$(__runok_judge "$__runok_state[denied]" "$__runok_state[options]" --suggestion) && [[ -n $text ]]; then
    BUFFER=$text
  else
    BUFFER=$__runok_state[denied]
  fi
  CURSOR=$#BUFFER
}

function __runok_load {
  emulate -L zsh
  local name map key
  for name in $__runok_widgets; do
    if [[ ${widgets[$name]-} == user:* ]]; then
      zle -A $name __runok_before_$name
      functions[__runok_widget_$name]="__runok_gate __runok_before_$name"
    else
      functions[__runok_widget_$name]="__runok_gate .$name"
    fi
    zle -N $name __runok_widget_$name
  done
  zle -N __runok_suggest
  for map in emacs viins vicmd; do
    key=$__runok_state[key]
    if [[ -z $key ]]; then
      key='^[r'
      [[ $map == vi* ]] && key='^Xr'
    fi
    __runok_keys+=($map "$key" "${$(bindkey -M $map "$key")[(w)2]}")
    bindkey -M $map "$key" __runok_suggest
  done
  __runok_state[shown]=$__runok_state[key]
  if [[ -z $__runok_state[key] ]]; then
    __runok_state[shown]=Alt-r
    [[ "$(bindkey -lL main)" == *viins* ]] && __runok_state[shown]='Ctrl-x r'
  fi
  typeset -ga preexec_functions precmd_functions
  preexec_functions+=(__runok_preexec)
  precmd_functions+=(__runok_precmd)
}

function __runok_unload {
  emulate -L zsh
  local name map key before
  for name in $__runok_widgets; do
    if [[ ${widgets[$name]-} == user:__runok_widget_$name ]]; then
      if [[ -n ${widgets[__runok_before_$name]-} ]]; then
        zle -A __runok_before_$name $name
        zle -D __runok_before_$name
      else
        zle -A .$name $name
      fi
      unfunction __runok_widget_$name
    else
      # another widget has wrapped this one, and goes on calling it
      if [[ -n ${widgets[__runok_before_$name]-} ]]; then
        functions[__runok_widget_$name]="zle __runok_before_$name"
      else
        functions[__runok_widget_$name]="zle .$name"
      fi
    fi
  done
  for map key before in "${__runok_keys[@]}"; do
    if [[ $before == undefined-key || -z $before ]]; then
      bindkey -M $map -r "$key"
    else
      bindkey -M $map "$key" $before
    fi
  done
  zle -D __runok_suggest
  preexec_functions=(${preexec_functions:#__runok_preexec})
  precmd_functions=(${precmd_functions:#__runok_precmd})
  unset __runok_state __runok_widgets __runok_keys
  unfunction runok __runok_judge __runok_expanded __runok_gate __runok_drop __runok_failed __runok_preexec __runok_precmd \
    __runok_suggest __runok_load __runok_unload __runok_status
}

function __runok_status {
  __runok_state[options]="${(kj.:.)options[(R)on]}"
  emulate -L zsh
  local name enter=blocks others=blocks
  local -a notes
  for name in $__runok_widgets; do
    [[ ${widgets[$name]-} == user:__runok_widget_$name ]] && continue
    if [[ $name == accept-line && $__runok_state[last] == widget ]]; then
      notes+=(--note "the widget $name was wrapped after runok was loaded (${widgets[$name]}), and still asks runok")
    else
      [[ $name == accept-line ]] && enter=none
      notes+=(--note "the widget $name was replaced after runok was loaded (${widgets[$name]})")
    fi
  done
  for name in emacs viins vicmd; do
    [[ "$(bindkey -M $name '^M')" == *' accept-line' && "$(bindkey -M $name '^J')" == *' accept-line' ]] ||
      notes+=(--note "in the key map $name, Enter or Ctrl-J is not accept-line: $(bindkey -M $name '^M')")
  done
  if (( ! ${preexec_functions[(I)__runok_preexec]} )); then
    others=none
    notes+=(--note 'preexec_functions was replaced after runok was loaded')
  fi
  # a subshell does not know the traps of its parent
  () { builtin trap >| $1; name=$(<$1) } =(:)
  if [[ $name == *' INT'* || -n ${functions[TRAPINT]-} ]]; then
    others=none
    notes+=(--note 'SIGINT is trapped, so the second layer cannot stop a line')
  fi
  if [[ :$__runok_state[options]: == *:correct(all|):* ]]; then
    notes+=(--note 'zsh may correct a line (correct, correctall) after it was judged; the corrected text is not judged')
  fi
  if [[ ! -x $__runok_state[program] ]]; then
    print -r -- "degraded: $__runok_state[program] is gone; lines are not judged"
    return 1
  fi
  [[ $__runok_state[errors] -gt 3 && $__runok_state[deny] == 0 ]] && notes+=(--passing)
  "$__runok_state[program]" shell-status --shell zsh --shell-version "$ZSH_VERSION" --enter $enter --others $others \
    --errors $__runok_state[errors] "${notes[@]}"
}

# `runok shell-status` and `runok shell-off` are about this shell; everything else is the program's.
function runok {
  if [[ $# -eq 1 && $1 == shell-status ]]; then
    __runok_status
  elif [[ $# -eq 1 && $1 == shell-off ]]; then
    __runok_unload
    print -r -- 'runok: off in this shell'
  else
    @PROGRAM@ "$@"
  fi
}

__runok_load

fi
