# Completion of cuecard in PowerShell.
Register-ArgumentCompleter -Native -CommandName cuecard -ScriptBlock {
    param($typed, $ast, $cursor)
    $words = @($ast.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object { "$_" })
    $before = @($words | Select-Object -Skip 1)
    & $words[0] shell-words "--typed=$typed" '--' @before 2>$null | ForEach-Object {
        $value, $description = $_ -split "`t", 2
        if (-not $description) { $description = $value }
        [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $description)
    }
}
