# runok for bash: asks runok before a line runs. `runok shell-status` says whether it works, `runok shell-off` takes it back.
#
# Enter is a macro of two keys of runok's own. The first calls __runok_enter, which has the line judged and then makes the
# second either accept the line or do nothing. What reaches the shell by other keys is judged when PS0 is expanded, before
# it runs; there SIGINT makes bash drop it. The state is in arrays: nothing of it can come in through the environment.

# aliases would be expanded while the functions are read
__runok_aliases=0
shopt -q expand_aliases && __runok_aliases=1
shopt -u expand_aliases

if [[ $- == *i* ]]; then

[[ "$(builtin declare -p __runok_state 2>/dev/null)" == 'declare -A'* ]] && __runok_unload

# Why this shell cannot be guarded; nothing where it can.
__runok_hindrance() {
  if ((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] < 404)); then
    builtin printf '%s' "bash $BASH_VERSION is too old, 4.4 is the first that can be guarded"
  elif [[ -n ${BLE_VERSION-} ]]; then
    builtin printf '%s' "ble.sh has taken over the keys, and runok does not know its way"
  elif [[ ! -t 0 ]]; then
    builtin printf '%s' "standard input is no terminal"
  fi
}

if [[ -n "$(__runok_hindrance)" ]]; then

runok() {
  if [[ $# -eq 1 && $1 == shell-status ]]; then
    @PROGRAM@ shell-status --shell bash --shell-version "$BASH_VERSION" --note "$(__runok_hindrance)"
  else
    @PROGRAM@ "$@"
  fi
}

else

builtin unset -v __runok_state __runok_flag __runok_gate __runok_saved
builtin declare -gA __runok_state
builtin declare -ga __runok_flag __runok_gate __runok_saved
__runok_state=([program]=@PROGRAM@ [config]=@CONFIG@ [key]=@KEY@ [deny]=@DENY_ON_ERROR@ [errors]=0)
# 0: this is the prompt, and not the question of a program. 1: the line has been judged. 2: the number in the history that
# the line will have.
__runok_flag=([0]=0 [1]=0 [2]=0)
__runok_gate=([1]='')
__runok_saved=()

# What the key that ends the macro does next.
__runok_then() {
  local map
  for map in emacs vi-insert vi-command; do
    builtin bind -m "$map" '"\C-x\C-_ra": '"$1"
  done
}

# Has $1 judged. The status is that of `runok shell-check`.
__runok_judge() {
  local line=$1 name
  local -a words=(shell-check --deadline @DEADLINE@ --shell bash --options "$2")
  shift 2
  words+=("$@")
  [[ -n ${__runok_state[config]} ]] && words+=(--config "${__runok_state[config]}")
  [[ -n ${CDPATH-} ]] && words+=(--set "CDPATH=$CDPATH")
  if builtin shopt -q expand_aliases; then
    for name in "${!BASH_ALIASES[@]}"; do
      words+=(--alias "$name=${BASH_ALIASES[$name]}")
    done
  fi
  if ((${#line} > 30000)); then
    "${__runok_state[program]}" "${words[@]}" <<<"$line"
  else
    "${__runok_state[program]}" "${words[@]}" -- "$line" </dev/null
  fi
}

# The options that change how a line is read.
__runok_options() {
  __runok_state[options]=$SHELLOPTS:$BASHOPTS
  [[ ${IFS-$' \t\n'} == $' \t\n' ]] || __runok_state[options]+=:ifs
}

# What history expansion makes of $1; runs in a subshell. `history -p` forgets the last line of the history where bash has
# just added it, but not one that `history -s` has put there; which of them this bash does, it is asked.
__runok_history() {
  local HISTCONTROL= HISTIGNORE= HISTTIMEFORMAT= mark=": runok $RANDOM$RANDOM"
  builtin history -s -- "$mark"
  if [[ "$(builtin history -p '!!' 2>/dev/null)" == "$mark" && "$(builtin history 1)" =~ ^\ *([0-9]+) ]]; then
    builtin history -d "${BASH_REMATCH[1]}"
  fi
  builtin history -p -- "$1"
}

# The line after history expansion, into REPLY. Fails where it is not to be judged now: the buffer holds what is to be seen.
__runok_expanded() {
  local marks=${histchars-'!^#'} text again
  REPLY=$READLINE_LINE
  [[ $1 == *H* && -n $marks ]] || return 0
  [[ $REPLY == *"${marks:0:1}"* || ( -n ${marks:1:1} && $REPLY == "${marks:1:1}"* ) ]] || return 0
  if ! text=$(__runok_history "$REPLY"); then
    return 1
  fi
  [[ $text == "$REPLY" ]] && return 0
  READLINE_LINE=$text
  READLINE_POINT=${#READLINE_LINE}
  # `:p` only shows it, and so does histverify
  [[ $REPLY == *:p* ]] && return 1
  builtin shopt -q histverify && return 1
  # what is accepted is expanded once more
  again=$(__runok_history "$text") && [[ $again == "$text" ]] || return 1
  REPLY=$text
}

# Enter. What is left in $_ is handed over, so that it is there afterwards.
__runok_enter() {
  {
    __runok_options
    local flags=$-
    local -
    builtin set +euxf
  } 2>/dev/null
  local IFS=$' \t\n' REPLY status
  __runok_flag[1]=0
  if ((__runok_flag[0] == 0)); then
    # `read -e` asks something
    __runok_then accept-line
    return 0
  fi
  __runok_then redraw-current-line
  case $READLINE_LINE in
    'runok shell-off' | 'runok shell-status')
      __runok_flag[1]=1
      __runok_then accept-line
      return 0
      ;;
    *[![:space:]]*) ;;
    *)
      __runok_then accept-line
      return 0
      ;;
  esac
  __runok_expanded "$flags" || return 0
  __runok_judge "$REPLY" "${__runok_state[options]}" --key "${__runok_state[shown]}"
  status=$?
  case $status in
    0 | 6)
      __runok_state[errors]=0
      __runok_state[denied]=
      __runok_flag[1]=1
      __runok_then accept-line
      ;;
    5)
      __runok_state[errors]=0
      READLINE_LINE+=$'\n'
      READLINE_POINT=${#READLINE_LINE}
      ;;
    3)
      __runok_state[errors]=0
      __runok_state[denied]=$REPLY
      __runok_drop
      ;;
    130)
      builtin printf 'runok: interrupted, the line was not run\n' >&2
      __runok_drop
      ;;
    *)
      if __runok_failed "$status"; then
        __runok_flag[1]=1
        __runok_then accept-line
      else
        __runok_drop
      fi
      ;;
  esac
  return 0
}

# The line goes into the history instead of running.
__runok_drop() {
  builtin history -s -- "$READLINE_LINE"
  READLINE_LINE=
  READLINE_POINT=0
}

# The line could not be judged, the status says how. Succeeds where it is to run all the same.
__runok_failed() {
  local program=${__runok_state[program]}
  __runok_state[errors]=$((__runok_state[errors] + 1))
  if [[ ${__runok_state[deny]} == 0 ]]; then
    if [[ ! -x $program ]]; then
      builtin printf 'runok: DEGRADED: %s is gone; this line runs unjudged\n' "$program" >&2
      return 0
    elif ((__runok_state[errors] > 3)); then
      builtin printf 'runok: DEGRADED: failed again (status %s); this line runs unjudged\n' "$1" >&2
      return 0
    fi
  fi
  builtin printf 'runok: failed (status %s), the line was not run; `runok shell-off` switches runok off\n' "$1" >&2
  return 1
}

# The second layer, in a subshell while PS0 is expanded: judges a line that did not come by way of Enter.
__runok_second() {
  {
    { builtin set +x; } 2>/dev/null
    builtin trap - INT
    __runok_options
    builtin set +euxf
    local IFS=$' \t\n' line status
    if ((__runok_flag[2] == 0 || HISTCMD == __runok_flag[2])); then
      builtin printf 'runok: this line did not come by Enter and is not in the history, so nobody knows what it is\n'
      status=3
    else
      line=$(HISTTIMEFORMAT= builtin history 1)
      [[ $line =~ ^\ *[0-9]+\*?\ \ ?(.*)$ ]] && line=${BASH_REMATCH[1]}
      case $line in 'runok shell-off' | 'runok shell-status') return 0 ;; esac
      __runok_judge "$line" "${__runok_state[options]}" --whole
      status=$?
    fi
    case $status in
      0 | 6) ;;
      3 | 130) builtin kill -INT $$ ;;
      *) __runok_failed "$status" || builtin kill -INT $$ ;;
    esac
  } >&2
}

# Before each prompt.
__runok_prompt() {
  local __runok_last=$? __runok_errexit=$-
  { local -; builtin set +eux; } 2>/dev/null
  __runok_flag[0]=1
  __runok_flag[1]=0
  __runok_flag[2]=$HISTCMD
  __runok_then redraw-current-line
  if ! builtin shopt -q promptvars; then
    PS0=${PS0//"$__runok_ps0"}
  elif [[ ${PS0-} != *"$__runok_ps0"* ]]; then
    PS0=${PS0-}$__runok_ps0
  fi
  [[ $__runok_errexit == *e* ]] && return 0
  return "$__runok_last"
}

# The key for the suggestion.
__runok_suggest() {
  { local -; builtin set +euxf; } 2>/dev/null
  local text
  [[ -n ${__runok_state[denied]-} ]] || return 0
  __runok_options
  if text=$(__runok_judge "${__runok_state[denied]}" "${__runok_state[options]}" --suggestion) && [[ -n $text ]]; then
    READLINE_LINE=$text
  else
    READLINE_LINE=${__runok_state[denied]}
  fi
  READLINE_POINT=${#READLINE_LINE}
}

# Edits the line in an editor and leaves it on the line: bash would run it at once, past everything.
__runok_edit() {
  { local -; builtin set +euxf; } 2>/dev/null
  local file saved
  file=$(umask 077 && mktemp "${TMPDIR:-/tmp}/runok-line.XXXXXX") || return 0
  builtin printf '%s\n' "$READLINE_LINE" >"$file"
  saved=$(stty -g </dev/tty)
  stty sane </dev/tty
  local IFS=$' \t\n'
  if ${VISUAL:-${EDITOR:-vi}} "$file" </dev/tty >/dev/tty; then
    READLINE_LINE=$(<"$file")
    READLINE_POINT=${#READLINE_LINE}
  fi
  stty "$saved" </dev/tty
  rm -f -- "$file"
  return 0
}

# Binds a key in a map, and remembers what it did.
__runok_take() {
  __runok_saved+=("$1" "$2" "$3")
  builtin bind -m "$1" "$2: $4"
}

__runok_load() {
  local map line key function
  local -A old
  for map in emacs vi-insert vi-command; do
    old=()
    while IFS= builtin read -r line; do
      [[ $line == '"'*'": '* ]] || continue
      key=${line%%'": '*}'"'
      old[$key]=${line#*'": '}
    done < <(builtin bind -m "$map" -p; builtin bind -m "$map" -s)
    builtin bind -m "$map" -x '"\C-x\C-_rc": __runok_enter "$_"'
    builtin bind -m "$map" -x '"\C-x\C-_re": __runok_edit "$_"'
    builtin bind -m "$map" -x '"\C-x\C-_rs": __runok_suggest "$_"'
    for key in '"\C-m"' '"\C-j"' "${!old[@]}"; do
      case $key/${old[$key]-} in
        '"\C-m"'/* | '"\C-j"'/* | */accept-line | */operate-and-get-next)
          [[ -n ${old[$key]-} || $key == '"\C-'[mj]'"' ]] || continue
          [[ ${old[$key]-} == *'\C-x\C-_r'* ]] && continue
          __runok_take "$map" "$key" "${old[$key]-}" '"\C-x\C-_rc\C-x\C-_ra"'
          ;;
        */edit-and-execute-command | */vi-edit-and-execute-command)
          __runok_take "$map" "$key" "${old[$key]}" '"\C-x\C-_re"'
          ;;
        */shell-expand-line)
          # that would run the substitutions of a line that nobody has judged
          __runok_take "$map" "$key" "${old[$key]}" history-and-alias-expand-line
          ;;
      esac
    done
    key=${__runok_state[key]}
    if [[ -z $key ]]; then
      key='\er'
      [[ $map == vi-* ]] && key='\C-xr'
    fi
    __runok_take "$map" "\"$key\"" "${old["\"$key\""]-}" '"\C-x\C-_rs"'
  done
  __runok_state[shown]=${__runok_state[key]}
  if [[ -z ${__runok_state[key]} ]]; then
    __runok_state[shown]=Alt-r
    [[ -o vi ]] && __runok_state[shown]='Ctrl-x r'
  fi
  __runok_then redraw-current-line

  # an exported PROMPT_COMMAND or PS0 does nothing in a shell that has not loaded this
  __runok_entry='eval "${__runok_gate[1]+__runok_prompt}"'
  __runok_ps0='${__runok_gate[1]+${__runok_gate[__runok_flag[1]]-$(__runok_second)}${__runok_gate[__runok_flag[0]=0,__runok_flag[2]=HISTCMD,1]}}'
  # before the first prompt, for the case that PROMPT_COMMAND is replaced in the meantime
  PS0=${PS0-}$__runok_ps0
  if [[ "$(builtin declare -p PROMPT_COMMAND 2>/dev/null)" == 'declare -a'* ]] &&
    ((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] >= 501)); then
    PROMPT_COMMAND+=("$__runok_entry")
  elif [[ -n ${PROMPT_COMMAND-} ]]; then
    PROMPT_COMMAND+=$'\n'$__runok_entry
  else
    PROMPT_COMMAND=$__runok_entry
  fi
}

__runok_unload() {
  local index entry
  local -a kept=()
  for ((index = 0; index < ${#__runok_saved[@]}; index += 3)); do
    if [[ -n ${__runok_saved[index + 2]} ]]; then
      builtin bind -m "${__runok_saved[index]}" "${__runok_saved[index + 1]}: ${__runok_saved[index + 2]}"
    else
      entry=${__runok_saved[index + 1]}
      builtin bind -m "${__runok_saved[index]}" -r "${entry:1:${#entry}-2}"
    fi
  done
  for index in emacs vi-insert vi-command; do
    for entry in a c e s; do
      builtin bind -m "$index" -r "\\C-x\\C-_r$entry"
    done
  done
  for index in "${!PROMPT_COMMAND[@]}"; do
    entry=${PROMPT_COMMAND[index]//$'\n'"$__runok_entry"}
    entry=${entry//"$__runok_entry"}
    [[ -n $entry ]] && kept+=("$entry")
  done
  if ((${#kept[@]} == 0)); then
    builtin unset -v PROMPT_COMMAND
  elif [[ "$(builtin declare -p PROMPT_COMMAND)" == 'declare -a'* ]]; then
    PROMPT_COMMAND=("${kept[@]}")
  else
    PROMPT_COMMAND=${kept[0]}
  fi
  PS0=${PS0//"$__runok_ps0"}
  builtin unset -v __runok_state __runok_flag __runok_gate __runok_saved __runok_entry __runok_ps0
  builtin unset -f runok __runok_then __runok_judge __runok_options __runok_history __runok_expanded __runok_enter \
    __runok_drop __runok_failed __runok_second __runok_prompt __runok_suggest __runok_edit __runok_take __runok_load \
    __runok_unload __runok_status __runok_hindrance
}

__runok_status() {
  local map key line enter=blocks others=blocks pc="${PROMPT_COMMAND[*]-}"
  local -a notes=()
  if ! [[ -o emacs || -o vi ]]; then
    enter=none
    notes+=(--note 'line editing is off (set -o emacs)')
  fi
  for map in emacs vi-insert vi-command; do
    line=$(builtin bind -m "$map" -s)
    for key in m j; do
      if [[ $line != *'"\C-'$key'": "\C-x\C-_rc\C-x\C-_ra"'* ]]; then
        enter=none
        notes+=(--note "in the key map $map, Ctrl-$key was bound to something else after runok was loaded")
      fi
    done
    [[ "$(builtin bind -m "$map" -X)" == *'"\C-x\C-_rc"'*__runok_enter* ]] || enter=none
    line=$(builtin bind -m "$map" -p | while IFS= builtin read -r key; do
      [[ $key == *': accept-line' && $key != '"\C-x\C-_ra"'* ]] && builtin printf '%s ' "${key%:*}"
    done)
    [[ -n $line ]] && notes+=(--note "in the key map $map other keys accept a line: $line")
  done
  if [[ $pc != *"$__runok_entry"* ]]; then
    enter=none
    notes+=(--note 'PROMPT_COMMAND was replaced after runok was loaded, so Enter does not know a prompt from `read -e`')
  fi
  if ! builtin shopt -q promptvars; then
    others=none
    notes+=(--note 'promptvars is off, so PS0 is not expanded')
  elif [[ ${PS0-} != *"$__runok_ps0"* ]]; then
    others=none
    notes+=(--note 'PS0 was replaced after runok was loaded')
  fi
  if ! [[ -o history ]]; then
    notes+=(--note 'the history is off: lines that come by other keys than Enter are not known, and are not run')
  fi
  line=$(builtin trap -p INT)
  if [[ -n $line && $others == blocks ]]; then
    others=none
    notes+=(--note "SIGINT is trapped, so the second layer cannot stop a line: $line")
  fi
  [[ -n ${BLE_VERSION-} ]] && enter=none && notes+=(--note 'ble.sh was loaded after runok and has taken over the keys')
  if [[ ! -x ${__runok_state[program]} ]]; then
    builtin printf 'degraded: %s is gone; lines are not judged\n' "${__runok_state[program]}"
    return 1
  fi
  ((__runok_state[errors] > 3)) && [[ ${__runok_state[deny]} == 0 ]] && notes+=(--passing)
  "${__runok_state[program]}" shell-status --shell bash --shell-version "$BASH_VERSION" --enter "$enter" --others "$others" \
    --errors "${__runok_state[errors]}" "${notes[@]}"
}

# `runok shell-status` and `runok shell-off` are about this shell; everything else is the program's.
runok() {
  if [[ $# -eq 1 && $1 == shell-status ]]; then
    __runok_status
  elif [[ $# -eq 1 && $1 == shell-off ]]; then
    __runok_unload
    builtin printf 'runok: off in this shell\n'
  elif [[ -n ${__runok_state[program]-} ]]; then
    "${__runok_state[program]}" "$@"
  else
    @PROGRAM@ "$@"
  fi
}

__runok_load

fi
fi

((__runok_aliases)) && shopt -s expand_aliases
builtin unset -v __runok_aliases
:
