# runok for nushell: asks runok before a line runs. `runok shell-status` says whether it works, `runok shell-off` takes it back.
#
# Enter runs a command of nushell's (a "host command") that has the line judged and then accepts it, or does not. Lines that are
# accepted by other keys cannot be stopped; pre_execution tells what they were. The state is a record, which no program
# inherits.

# Has a line judged. Gives the status of `runok shell-check`, 127 where it does not start.
def --env __runok_judge [text: string, more: list<string>] {
    let config = (if @CONFIG@ == '' { [] } else { [--config @CONFIG@] })
    $env.LAST_EXIT_CODE = 127
    try {
        ^@PROGRAM@ shell-check --deadline @DEADLINE@ --shell nushell ...$config ...$more -- $text
        $env.LAST_EXIT_CODE = 0
    }
    $env.LAST_EXIT_CODE
}

# The key for the suggestion, as people call it.
def __runok_key [] { if @KEY@ == '' { 'Alt-r' } else { $'Alt-(@KEY@)' } }

# Enter.
def --env __runok_enter [] {
    let text = (commandline)
    if ($text | str trim | is-empty) or ($text in ['runok shell-off' 'runok shell-status']) {
        $env.__runok.judged = true
        commandline edit --accept --replace $text
        return
    }
    let status = (__runok_judge $text [--key (__runok_key)])
    if $status in [0 6] {
        $env.__runok = ($env.__runok | merge { errors: 0, denied: '', judged: true })
        commandline edit --accept --replace $text
    } else if $status == 5 {
        $env.__runok.errors = 0
        commandline edit --replace $"($text)\n"
        commandline set-cursor --end
    } else if $status == 3 {
        $env.__runok = ($env.__runok | merge { errors: 0, denied: $text })
        commandline edit --replace ''
    } else if $status == 130 or $status == -2 {
        print --stderr 'runok: interrupted, the line was not run'
        $env.__runok.denied = $text
        commandline edit --replace ''
    } else {
        $env.__runok.errors = $env.__runok.errors + 1
        if (@DENY_ON_ERROR@ == 0) and not (@PROGRAM@ | path exists) {
            print --stderr $'runok: DEGRADED: (@PROGRAM@) is gone; this line runs unjudged'
            $env.__runok.judged = true
            commandline edit --accept --replace $text
        } else if (@DENY_ON_ERROR@ == 0) and $env.__runok.errors > 3 {
            print --stderr $'runok: DEGRADED: failed again (char lparen)status ($status)(char rparen); this line runs unjudged'
            $env.__runok.judged = true
            commandline edit --accept --replace $text
        } else {
            print --stderr $'runok: failed (char lparen)status ($status)(char rparen), the line was not run; `runok shell-off` switches runok off'
            $env.__runok.denied = $text
            commandline edit --replace ''
        }
    }
}

# The key for the suggestion; pressed again, it gives the line that was denied.
def --env __runok_suggest [] {
    let denied = $env.__runok.denied
    if $denied == '' { return }
    let result = (do { ^@PROGRAM@ shell-check --deadline @DEADLINE@ --shell nushell --suggestion -- $denied } | complete)
    let text = ($result.stdout | str trim)
    commandline edit --replace (if $text == '' or (commandline) == $text { $denied } else { $text })
    commandline set-cursor --end
}

# What was accepted by other keys than Enter: it runs, and is told.
def --env __runok_ran [] {
    let text = (commandline)
    if $env.__runok.judged {
        $env.__runok.judged = false
    } else if ($text | str trim) not-in ['' __runok_enter __runok_suggest 'runok shell-off' 'runok shell-status'] and (@PROGRAM@ | path exists) {
        if (__runok_judge $text [--afterwards]) != 0 {
            print --stderr 'runok: this line did not come by Enter and runs unjudged'
        }
    }
}

def __runok_ours [] { $in | where {|one| ($one.name? | default '') not-in [runok_enter runok_linefeed runok_suggest] } }

def --env __runok_unload [] {
    $env.config.keybindings = ($env.config.keybindings | __runok_ours)
    $env.config.hooks.pre_execution = ($env.config.hooks.pre_execution | where {|one| (try { view source $one } catch { '' }) !~ '__runok_ran' })
    hide-env __runok
}

def __runok_status [] {
    let keys = ($env.config.keybindings | enumerate | where {|one| $one.item.modifier? == none and $one.item.keycode? == enter })
    let enter = (if ($keys | is-empty) or (($keys | last).item.name? != runok_enter) { 'none' } else { 'blocks' })
    let hooks = ($env.config.hooks.pre_execution | any {|one| (try { view source $one } catch { '' }) =~ '__runok_ran' })
    let notes = (if $enter == none { [--note 'Enter was bound to something else after runok was loaded'] } else { [] })
    let passing = (if $env.__runok.errors > 3 and @DENY_ON_ERROR@ == 0 { [--passing] } else { [] })
    if not (@PROGRAM@ | path exists) {
        print $'degraded: (@PROGRAM@) is gone; lines are not judged'
        return
    }
    (^@PROGRAM@ shell-status --shell nushell --shell-version (version | get version) --enter $enter
        --others (if $hooks { 'warns' } else { 'none' }) --errors $env.__runok.errors ...$passing ...$notes)
}

# `runok shell-status` and `runok shell-off` are about this shell; everything else is the program's.
def --env --wrapped runok [...rest] {
    if $rest == [shell-status] and ($env.__runok? | describe) =~ '^record' {
        __runok_status
    } else if $rest == [shell-off] and ($env.__runok? | describe) =~ '^record' {
        __runok_unload
        print 'runok: off in this shell'
    } else {
        ^@PROGRAM@ ...$rest
    }
}

if $nu.is-interactive {
    $env.__runok = { errors: 0, denied: '', judged: false }
    let modes = [emacs vi_insert vi_normal]
    $env.config.keybindings = ($env.config.keybindings | __runok_ours | append [
        { name: runok_enter, modifier: none, keycode: enter, mode: $modes, event: { send: executehostcommand, cmd: '__runok_enter' } }
        { name: runok_linefeed, modifier: control, keycode: char_j, mode: $modes, event: { send: executehostcommand, cmd: '__runok_enter' } }
        {
            name: runok_suggest, modifier: alt, keycode: $'char_(if @KEY@ == "" { "r" } else { @KEY@ })', mode: $modes,
            event: { send: executehostcommand, cmd: '__runok_suggest' }
        }
    ])
    let others = ($env.config.hooks.pre_execution? | default [])
    if not ($others | any {|one| (try { view source $one } catch { '' }) =~ '__runok_ran' }) {
        $env.config.hooks.pre_execution = ($others | append {|| if ($env.__runok? | describe) =~ '^record' { __runok_ran } })
    }
}
