# PowerShell completion for rbf(1) and rbfcli(1): dot-source it in $PROFILE. Words come from `rbf __complete`, which is
# given the word at the cursor behind a colon and those before it; they are quoted, never expanded or run.

Register-ArgumentCompleter -Native -CommandName @('rbf', 'rbfcli') -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $before = @()
    foreach ($element in $commandAst.CommandElements) {
        if ($element.Extent.EndOffset -ge $cursorPosition) {
            break
        }
        $isString = $element -is [System.Management.Automation.Language.StringConstantExpressionAst]
        $isText = $element -is [System.Management.Automation.Language.ExpandableStringExpressionAst]
        if ($isString -or $isText) {
            $before += [string]$element.Value
        } else {
            $before += $element.Extent.Text
        }
    }
    $before = @($before | Select-Object -Skip 1)

    # A word may be begun in quotes; inside them, a quote is written twice. PowerShell has five signs for a single quote.
    $typed = [string]$wordToComplete
    if ($typed -match '^[''\u2018-\u201b]') {
        $typed = $typed.Substring(1) -replace '([''\u2018-\u201b])\1', '$1'
    } elseif ($typed -match '^["\u201c-\u201e]') {
        $typed = $typed.Substring(1)
    }

    foreach ($line in @(& rbf __complete ":$typed" $before 2>$null)) {
        $name, $meaning = $line -split "`t", 2
        if ($name -eq '' -and -not $typed.StartsWith('-')) {
            [System.Management.Automation.CompletionCompleters]::CompleteFilename($typed)
        } elseif ($name -ne '' -and $name.StartsWith($typed, [System.StringComparison]::Ordinal)) {
            $text = $name
            if ($name -match '[^A-Za-z0-9_=./+-]') {
                $text = "'" + ($name -replace '[''\u2018-\u201b]', '$0$0') + "'"
            }
            if (-not $meaning) {
                $meaning = $name
            }
            [System.Management.Automation.CompletionResult]::new($text, $name, 'ParameterValue', $meaning)
        }
    }
}
