# runok for PowerShell: asks runok before a line runs. `runok shell-status` says whether it works, `runok shell-off` takes it back.
#
# Every line, by whatever key it was accepted, comes to PowerShell through the function PSConsoleHostReadLine of PSReadLine. It
# is wrapped: a line that must not run is replaced by an empty one. PSReadLine has put it into the history by then.

if ($Host.Name -eq 'ConsoleHost' -and (Get-Command PSConsoleHostReadLine -CommandType Function -ErrorAction Ignore)) {

    if ($global:__runok -is [hashtable]) { __runok_unload }

    $global:__runok = @{
        Program = @PROGRAM@
        Config  = @CONFIG@
        Key     = @KEY@
        Deny    = @DENY_ON_ERROR@
        Errors  = 0
        Denied  = ''
        Before  = (Get-Command PSConsoleHostReadLine -CommandType Function).ScriptBlock
    }
    if (-not $global:__runok.Key) { $global:__runok.Key = 'Alt+r' }

    # Has a line judged, on standard input: arguments with quotes are not passed as they are by every version. Gives the status
    # of `runok shell-check`, 127 where it does not start.
    function global:__runok_judge([string] $Line, [string[]] $More) {
        $OutputEncoding = [System.Text.UTF8Encoding]::new($false)
        $words = @('shell-check', '--deadline', '@DEADLINE@', '--shell', 'powershell') + $More
        if ($global:__runok.Config) { $words += @('--config', $global:__runok.Config) }
        $global:LASTEXITCODE = 127
        try { $Line | & $global:__runok.Program @words | Out-Host } catch { $global:LASTEXITCODE = 127 }
        return $global:LASTEXITCODE
    }

    # Is the line to run?
    function global:__runok_may_run([string] $Line) {
        if ([string]::IsNullOrWhiteSpace($Line) -or $Line -in 'runok shell-off', 'runok shell-status') { return $true }
        $status = @(__runok_judge $Line @('--whole', '--key', $global:__runok.Key))[-1]
        if ($status -in 0, 6) {
            $global:__runok.Errors = 0
            $global:__runok.Denied = ''
            return $true
        }
        $global:__runok.Denied = $Line
        if ($status -eq 3) {
            $global:__runok.Errors = 0
            return $false
        }
        if ($status -eq 130) {
            [Console]::Error.WriteLine('runok: interrupted, the line was not run')
            return $false
        }
        $global:__runok.Errors++
        if (-not $global:__runok.Deny) {
            if (-not (Test-Path -LiteralPath $global:__runok.Program)) {
                [Console]::Error.WriteLine("runok: DEGRADED: $($global:__runok.Program) is gone; this line runs unjudged")
                return $true
            }
            if ($global:__runok.Errors -gt 3) {
                [Console]::Error.WriteLine("runok: DEGRADED: failed again (status $status); this line runs unjudged")
                return $true
            }
        }
        [Console]::Error.WriteLine("runok: failed (status $status), the line was not run; ``runok shell-off`` switches runok off")
        return $false
    }

    function global:PSConsoleHostReadLine {
        $line = & $global:__runok.Before
        $last = $global:LASTEXITCODE
        $may = $false
        try { $may = [bool] @(__runok_may_run $line)[-1] } finally { $global:LASTEXITCODE = $last }
        if ($may) { return $line }
        return ''
    }

    Set-PSReadLineKeyHandler -Chord $global:__runok.Key -BriefDescription 'runok' -Description 'Insert the suggestion' -ScriptBlock {
        if (-not $global:__runok.Denied) { return }
        $last = $global:LASTEXITCODE
        $OutputEncoding = [System.Text.UTF8Encoding]::new($false)
        $text = $global:__runok.Denied | & $global:__runok.Program shell-check --deadline @DEADLINE@ --shell powershell --suggestion
        if ($LASTEXITCODE -ne 0 -or -not $text) { $text = $global:__runok.Denied }
        $global:LASTEXITCODE = $last
        [Microsoft.PowerShell.PSConsoleReadLine]::RevertLine()
        [Microsoft.PowerShell.PSConsoleReadLine]::Insert([string] $text)
    }

    function global:__runok_unload {
        Set-Item -Path function:global:PSConsoleHostReadLine -Value $global:__runok.Before
        Remove-PSReadLineKeyHandler -Chord $global:__runok.Key
        Remove-Item -Path function:global:__runok_judge, function:global:__runok_may_run, function:global:__runok_unload
        Remove-Variable -Name __runok -Scope Global
    }

    # `runok shell-status` and `runok shell-off` are about this shell; everything else is the program's.
    function global:runok {
        if ($args.Count -eq 1 -and $args[0] -eq 'shell-off' -and $global:__runok -is [hashtable]) {
            __runok_unload
            'runok: off in this shell'
        } elseif ($args.Count -eq 1 -and $args[0] -eq 'shell-status' -and $global:__runok -is [hashtable]) {
            $ours = (Get-Command PSConsoleHostReadLine).ScriptBlock.ToString().Contains('__runok_may_run')
            $how = if ($ours) { 'blocks' } else { 'none' }
            $more = @()
            if (-not $ours) { $more += @('--note', 'PSConsoleHostReadLine was replaced after runok was loaded') }
            if ($global:__runok.Errors -gt 3 -and -not $global:__runok.Deny) { $more += '--passing' }
            & @PROGRAM@ shell-status --shell powershell --shell-version "$($PSVersionTable.PSVersion)" --enter $how --others $how --errors $global:__runok.Errors @more
        } else {
            & @PROGRAM@ @args
        }
    }
}
