# runok for fish: asks runok before a line runs. `runok shell-status` says whether it works, `runok shell-off` takes it back.
#
# Enter is bound to a function that has the whole command line judged and then lets fish execute it. Lines that are executed
# by other keys cannot be stopped; fish_preexec tells afterwards what they were. The state is in global variables that are
# set here: what comes in through the environment is erased.

if status is-interactive

    functions -q __runok_unload; and __runok_unload

    for __runok_name in program config key keys taken deny errors judged tried denied shown
        while set -q __runok_$__runok_name
            set -e __runok_$__runok_name
        end
    end
    set -e __runok_name
    set -g __runok_program @PROGRAM@
    set -g __runok_config @CONFIG@
    set -g __runok_key @KEY@
    set -g __runok_deny @DENY_ON_ERROR@
    set -g __runok_errors 0
    set -g __runok_judged 0
    set -g __runok_tried ''
    set -g __runok_denied ''
    set -g __runok_shown Alt-r
    test -n "$__runok_key"; and set -g __runok_shown "$__runok_key"

    # Has the text in $argv[1] judged. The status is that of `runok shell-check`.
    function __runok_judge
        set -l words shell-check --deadline @DEADLINE@ --shell fish
        test -n "$__runok_config"; and set -a words --config $__runok_config
        test -n "$CDPATH"; and set -a words --set CDPATH=(string join : -- $CDPATH)
        if test (string length -- "$argv[1]") -gt 30000
            printf '%s\n' "$argv[1]" | $__runok_program $words $argv[2..-1]
        else
            $__runok_program $words $argv[2..-1] -- "$argv[1]" </dev/null
        end
    end

    # Enter.
    function __runok_enter
        # what `read` asks is no line of the shell
        if test (status current-command) != fish
            commandline -f execute
            return
        end
        # what is selected goes onto the line, as it does without runok, and is judged at the next Enter
        if commandline --paging-mode
            commandline -i ' '
            commandline -f backward-delete-char
            return
        end
        set -g __runok_judged 0
        set -l text (commandline -b | string collect)
        switch $text
            case 'runok shell-off' 'runok shell-status'
                __runok_execute
                return
        end
        # fish would expand an abbreviation after this; expanded here, it is judged at the next Enter. One that does not
        # stand where it counts stays as it is
        set -l token (commandline -t | string collect)
        if test -n "$token"; and abbr -q -- "$token"; and test "$text" != "$__runok_tried"
            set -g __runok_tried "$text"
            commandline -f expand-abbr
            return
        end
        set -g __runok_tried ''
        commandline --is-valid
        switch $status
            case 0
            case 1
                # fish shows what is wrong with what cannot run
                commandline -f execute
                return
            case '*'
                # to execute what is not finished would expand abbreviations in it, which may finish it
                commandline -i \n
                return
        end
        if not string match -q -r '\S' -- "$text"
            commandline -f execute
            return
        end
        __runok_judge "$text" --key $__runok_shown
        set -l result $status
        switch $result
            case 0 6
                set -g __runok_errors 0
                set -g __runok_denied ''
                __runok_execute
            case 3
                set -g __runok_errors 0
                set -g __runok_denied "$text"
                __runok_drop "$text"
            case 130
                echo 'runok: interrupted, the line was not run' >&2
                __runok_drop "$text"
            case '*'
                if __runok_failed $result
                    __runok_execute
                else
                    __runok_drop "$text"
                end
        end
    end

    # A blank at the end keeps fish from expanding abbreviations that `abbr -q` does not know.
    function __runok_execute
        set -g __runok_judged 1
        commandline -C (string length -- (commandline -b | string collect))
        commandline -i ' '
        commandline -f execute
    end

    # The line goes into the history (from fish 4 on) instead of running.
    function __runok_drop
        history append -- "$argv[1]" 2>/dev/null
        commandline -r ''
        commandline -f repaint
    end

    # The line could not be judged, the status says how. Succeeds where it is to run all the same.
    function __runok_failed
        set -g __runok_errors (math $__runok_errors + 1)
        if test $__runok_deny = 0
            if not test -x "$__runok_program"
                echo "runok: DEGRADED: $__runok_program is gone; this line runs unjudged" >&2
                return 0
            else if test $__runok_errors -gt 3
                echo "runok: DEGRADED: failed again (status $argv[1]); this line runs unjudged" >&2
                return 0
            end
        end
        echo "runok: failed (status $argv[1]), the line was not run; `runok shell-off` switches runok off" >&2
        return 1
    end

    # What was executed by other keys than Enter: it runs, and is told.
    function __runok_preexec --on-event fish_preexec
        if test "$__runok_judged" = 1
            set -g __runok_judged 0
            return
        end
        contains -- "$argv[1]" 'runok shell-off' 'runok shell-status'; and return
        test -x "$__runok_program"; or return
        if not __runok_judge "$argv[1]" --afterwards
            echo 'runok: this line did not come by Enter and runs unjudged' >&2
        end
    end

    # The key for the suggestion; pressed again, it gives the line that was denied.
    function __runok_suggest
        test -n "$__runok_denied"; or return
        set -l text (__runok_judge "$__runok_denied" --suggestion | string collect)
        if test -z "$text"; or test (commandline -b | string collect) = "$text"
            set text "$__runok_denied"
        end
        commandline -r -- "$text"
        commandline -f repaint
    end

    # from fish 4 on keys have names, and Ctrl-Enter executes too
    set -g __runok_keys \r \n
    string match -q -r '^([4-9]|\d\d)' -- $version; and set -a __runok_keys enter ctrl-enter ctrl-j

    function __runok_bind
        set -l suggest $__runok_key
        test -n "$suggest"; or set suggest \er
        for mode in default insert replace replace_one visual
            for key in $__runok_keys
                bind -M $mode $key __runok_enter
            end
            bind -M $mode $suggest __runok_suggest
        end
        # the keys that execute in this set of keys, with the mode that they lead to
        for line in (bind | string match -r '^bind --preset .*\sexecute$')
            eval (string replace -r '^bind --preset (.*)\sexecute$' 'bind $1 __runok_enter' -- $line)
            contains -- "$line" $__runok_taken; or set -g -a __runok_taken "$line"
        end
    end

    # fish calls this whenever it sets its keys anew
    if functions -q fish_user_key_bindings
        functions -q __runok_before_keys; and functions -e __runok_before_keys
        functions -c fish_user_key_bindings __runok_before_keys
    end
    function fish_user_key_bindings
        functions -q __runok_before_keys; and __runok_before_keys
        functions -q __runok_bind; and __runok_bind
    end
    __runok_bind

    function __runok_unload
        set -l suggest $__runok_key
        test -n "$suggest"; or set suggest \er
        for mode in default insert replace replace_one visual
            for key in $__runok_keys $suggest
                bind -e -M $mode $key 2>/dev/null
            end
        end
        for line in $__runok_taken
            eval (string replace -r '^bind --preset (.*)\sexecute$' 'bind -e $1' -- (string replace -r -- ' -m \S+' '' $line))
        end
        functions -e fish_user_key_bindings
        if functions -q __runok_before_keys
            functions -c __runok_before_keys fish_user_key_bindings
            functions -e __runok_before_keys
            fish_user_key_bindings
        end
        for name in program config key keys taken deny errors judged tried denied shown
            set -e __runok_$name
        end
        functions -e runok __runok_judge __runok_enter __runok_execute __runok_drop __runok_failed __runok_preexec \
            __runok_suggest __runok_bind __runok_unload __runok_status
    end

    function __runok_status
        set -l enter blocks
        set -l notes
        set -l modes default
        test "$fish_key_bindings" = fish_default_key_bindings; or set modes default insert
        for mode in $modes
            for key in $__runok_keys
                if not bind -M $mode $key 2>/dev/null | string match -q '*__runok_enter*'
                    set enter none
                    set -a notes --note "in the mode $mode, "(string escape -- $key)" was bound to something else after runok was loaded"
                end
            end
        end
        set -l others (bind -a 2>/dev/null; or bind)
        set others (string match -r '^bind (?!--preset).*\sexecute$' -- $others)
        test -n "$others"; and set -a notes --note "other keys execute a line: "(string join '; ' -- $others)
        if not functions -q commandline; and not builtin -n | string match -q commandline
            set enter none
        end
        if not test -x "$__runok_program"
            echo "degraded: $__runok_program is gone; lines are not judged"
            return 1
        end
        test $__runok_errors -gt 3; and test $__runok_deny = 0; and set -a notes --passing
        set -l warns none
        functions -q __runok_preexec; and set warns warns
        $__runok_program shell-status --shell fish --shell-version $version --enter $enter --others $warns \
            --errors $__runok_errors $notes
    end

    # `runok shell-status` and `runok shell-off` are about this shell; everything else is the program's.
    function runok
        if test (count $argv) -eq 1; and test $argv[1] = shell-status
            __runok_status
        else if test (count $argv) -eq 1; and test $argv[1] = shell-off
            __runok_unload
            echo 'runok: off in this shell'
        else
            @PROGRAM@ $argv
        end
    end
end
