#!/bin/sh
# No POST requests while AWS_PROFILE is prod; everything else is allowed. Needs jq.
#
# Wire it in runok.yml (AWS_PROFILE is one of the variables that every validator is told):
#
#     types:
#       ProdGuard:
#         executor: './checks/env_guard.sh'
#     rules:
#       - allow: 'curl *'
#         validate: ProdGuard
#
# By hand:
#
#     printf '%s' '{"jsonrpc":"2.0","id":1,"method":"validateCommand","params":{"command":"curl","flags":{"X":"POST"},"args":["https://api.example.com"],"raw_command_line":"curl -X POST https://api.example.com","env":{"AWS_PROFILE":"prod"},"cwd":"/home/user"}}' | ./checks/env_guard.sh
#
# The rule is the tutorial's; what a script for real use needs beside it:
# - a POST has many spellings: -X, --request, a body (-d, --data…, --json, -F) without -G, and `post` in small letters;
# - the options are read from flag_list where there is one, because `flags` holds only the last of a repeated option;
# - the answer is built by jq, not by printf, so that no text can break out of it;
# - whatever goes wrong (no jq, not a request) the answer is `ask`.

verdict=$(jq -nc '
    # Curl takes the beginning of a long option for the whole, where no other begins so.
    def is_method: .[0] | . == "X" or startswith("req");
    def is_body: .[0] | . == "d" or . == "F" or IN("js", "jso", "json") or startswith("dat") or startswith("for");
    def is_get: .[0] | IN("G", "get");

    # What curl does with options from a file, or after --next, is not seen here.
    def is_unseen: .[0] | . == "K" or . == ":" or startswith("conf") or startswith("nex");

    # One request and nothing after it.
    [inputs] | if length == 1 then .[0] else error("not one request") end
    | .id as $id
    | .params
    | if [.command, .flags, .args, .env | type] == ["string", "object", "array", "object"] then .
      else error("not a request") end
    | (.flag_list // (.flags | to_entries | map([.key, .value]))) as $options
    | (.command == "curl") as $curl
    | [$options[] | select(is_method) | .[1] | ascii_upcase] as $methods
    | (
        ($methods | any(. == "POST"))
        or ($curl and ($methods | length == 0) and any($options[]; is_body) and (any($options[]; is_get) | not))
      ) as $post
    | if .env.AWS_PROFILE != "prod" then { status: "allow" }
      elif $post then {
          status: "deny",
          message: "POST requests are blocked in production",
          fix_suggestion: "Use a staging environment instead"
      }
      elif $curl and any($options[]; is_unseen) then {
          status: "ask",
          message: "some of the options of this curl are not on its command line"
      }
      else { status: "allow" }
      end
    | { jsonrpc: "2.0", id: $id, result: . }
' 2>/dev/null)

if [ -n "$verdict" ]; then
    printf '%s\n' "$verdict"
else
    # Nothing in this text comes from outside.
    echo '{"jsonrpc":"2.0","id":1,"result":{"status":"ask","message":"env_guard.sh could not read the request; is jq installed?"}}'
fi
