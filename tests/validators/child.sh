#!/bin/sh
# A validator that misbehaves in the way its first argument names. Its second argument is a file: it writes its process
# id there, and after it those of its own children.
[ -n "$2" ] && echo $$ >"$2"

allow='{"jsonrpc":"2.0","id":1,"result":{"status":"allow"}}'
deny='{"jsonrpc":"2.0","id":1,"result":{"status":"deny","message":"no"}}'
ask='{"jsonrpc":"2.0","id":1,"result":{"status":"ask","message":"look"}}'

case $1 in
allow) cat >/dev/null; echo "$allow" ;;
deny) cat >/dev/null; echo "$deny" ;;
exit-at-once) cat >/dev/null; exit 0 ;;
exit-unread) exit 0 ;;
close-and-sleep) exec >&-; sleep 60 ;;
allow-close-and-sleep) echo "$allow"; exec >&-; sleep 60 ;;
deny-close-and-sleep) echo "$deny"; exec >&-; sleep 60 ;;
allow-and-sleep) echo "$allow"; sleep 60 ;;
deny-and-sleep) echo "$deny"; sleep 60 ;;
ask-and-sleep) echo "$ask"; sleep 60 ;;
half) printf '{"jsonrpc":"2.0","id":1,"result":{"sta'; sleep 60 ;;
half-and-exit) printf '{"jsonrpc":"2.0","id":1,"result":{"sta' ;;
gigabyte) head -c 1000000000 /dev/zero; sleep 60 ;;
spaces-for-ever) yes '' ;;
allow-then-gigabyte) echo "$allow"; yes '' | head -c 1000000000 ;;
unread-and-sleep) sleep 60 ;;
unread-and-allow) echo "$allow" ;;
close-stdin-and-allow) exec <&-; sleep 0.1; echo "$allow" ;;
write-before-read) yes '' | head -c 500000; cat >/dev/null; echo "$allow" ;;
grandchild) sleep 60 & echo $! >>"$2"; echo "$allow" ;;
grandchild-writes) (yes "$allow") & echo $! >>"$2"; exec >&-; exit 0 ;;
grandchild-and-hang) (trap '' TERM HUP INT; sleep 60; sleep 60) & echo $! >>"$2"; sleep 60 ;;
ignore-signals) trap '' TERM HUP INT QUIT; while :; do sleep 60; done ;;
stop) kill -STOP $$; echo "$allow" ;;
slow) for byte in '{' '"' j s o n r p c '"' ':' '"' 2 . 0 '"' , '"' i d '"' : 1; do printf '%s' "$byte"; sleep 0.1; done ;;
allow-and-fail) cat >/dev/null; echo "$allow"; exit 1 ;;
deny-and-fail) cat >/dev/null; echo "$deny"; exit 1 ;;
ask-and-fail) cat >/dev/null; echo "$ask"; exit 1 ;;
fail) exit 3 ;;
allow-and-die) cat >/dev/null; echo "$allow"; kill -KILL $$ ;;
deny-and-die) cat >/dev/null; echo "$deny"; kill -KILL $$ ;;
stderr) cat >/dev/null; yes 'a word to the log' | head -c 300000 >&2; echo "$allow" ;;
# printf's escapes: \0 and three octal digits is a byte
say) cat >/dev/null; printf '%b' "$3" ;;
huge) cat >/dev/null
    printf '{"jsonrpc":"2.0","id":1,"result":{"status":"deny","message":"'
    yes 'aaaaaaaaa' | head -c 900000 | tr '\n' ' '
    echo '"}}' ;;
# facts about itself, in the message
where) cat >/dev/null; printf '{"jsonrpc":"2.0","id":1,"result":{"status":"allow","message":"%s"}}' "$(pwd -P)" ;;
descriptors) cat >/dev/null
    open= number=0
    while [ $number -lt 64 ]; do
        # A shell holds its own script open, on a number from 10 up; that one is not inherited.
        file=/proc/$$/fd/$number
        if [ -e "$file" ] && ! [ "$file" -ef "$0" ]; then open="$open $number"; fi
        number=$((number + 1))
    done
    printf '{"jsonrpc":"2.0","id":1,"result":{"status":"allow","message":"%s"}}' "$open" ;;
environment) cat >/dev/null
    printf '{"jsonrpc":"2.0","id":1,"result":{"status":"allow","message":"%s"}}' "$(env | cut -d= -f1 | sort | tr '\n' ' ')" ;;
count) cat >/dev/null; echo asked >>"$3"; echo "$allow" ;;
count-deny) cat >/dev/null; echo asked >>"$3"; echo "$deny" ;;
count-and-sleep) echo asked >>"$3"; sleep 60 ;;
*) exit 64 ;;
esac
