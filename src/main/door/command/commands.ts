import { issueCauses } from '../../../shared/issues/diagnosis'
import { trendSpans } from '../../../shared/trends/trends'
import { regions } from '../../../shared/workspaces/region'
import { callFilters } from '../../../shared/activity/call'
import type { Asked } from '../contract'

/** `choices`: for the help and for completion. No `value`: a switch. */
export interface Option {
  value?: string
  choices?: readonly string[]
  about: string
}

export interface Command {
  words: string
  asked: Asked
  /** What follows; `FILE` is read as JSON. */
  takes?: 'ID' | 'ID…' | 'FILE'
  about: string
  options: Readonly<Record<string, Option>>
  example: string
}

const limit: Option = { value: 'N', about: 'rows at most (100)' }
const integration: Option = { value: 'SLUG', about: 'of an integration' }

/** Of every command. */
export const common: Readonly<Record<string, Option>> = {
  workspace: { value: 'NAME', about: 'name or ID; left out: the one that is open' },
  region: { value: 'REGION', choices: regions, about: 'left out: the one in use' },
  json: { about: 'print the whole answer as JSON' },
  csv: { about: 'print the rows as CSV' },
  help: { about: 'print this help' }
}

export const commands: readonly Command[] = [
  {
    ...{ words: 'issues', asked: 'issues', about: 'open issues, oldest first' },
    options: {
      cause: { value: 'CAUSE', choices: issueCauses, about: 'of one cause' },
      older: { value: 'SPAN', about: 'at least this old: 12h, 3d, 2w' },
      integration,
      customer: { value: 'NAME', about: 'of a customer, by name or stand-in' },
      snoozed: { about: 'with snoozed ones' },
      limit
    },
    example: 'connector-desk query issues --cause relink --older 3d --csv'
  },
  {
    ...{ words: 'connector', asked: 'connector', takes: 'ID', about: 'a connector: diagnosis, facts, history' },
    options: {},
    example: 'connector-desk query connector 0b1c2d3e-… --json'
  },
  {
    ...{ words: 'customers', asked: 'customers', about: 'customers with their connectors and issues' },
    options: {
      search: { value: 'TEXT', about: 'in the name; with names hidden, a whole name or stand-in' },
      troubled: { about: 'only those with issues' },
      limit
    },
    example: 'connector-desk query customers --troubled'
  },
  {
    ...{ words: 'mappings', asked: 'mappings', about: 'mappings made or changed on this desk' },
    options: { limit },
    example: 'connector-desk query mappings --json'
  },
  {
    ...{ words: 'mapping test', asked: 'test_mapping', takes: 'FILE' },
    about: 'evaluate an expression: {"expression": …, "records": […], "expected": […]}',
    options: {},
    example: 'connector-desk query mapping test cost-center.json'
  },
  {
    ...{ words: 'activity', asked: 'activity', about: 'requests that the app made, newest first' },
    options: {
      since: { value: 'SPAN', about: 'only the last: 12h, 3d, 2w' },
      outcome: { value: 'OUTCOME', choices: callFilters.shape.outcome.unwrap().options, about: 'of one outcome' },
      text: { value: 'TEXT', about: 'words that must all occur' },
      changes: { about: 'only those that may have changed something' },
      limit
    },
    example: 'connector-desk query activity --since 12h --outcome failed'
  },
  {
    ...{ words: 'trends', asked: 'trends', about: 'relinks by week, times to relink, work of owners' },
    options: { weeks: { value: 'N', choices: trendSpans.map(String), about: 'weeks (12)' } },
    example: 'connector-desk query trends --weeks 26 --csv'
  },
  {
    ...{ words: 'shelf', asked: 'shelf', about: 'what the API of a provider can be asked' },
    options: {
      integration,
      operation: { value: 'ID', about: 'all about one operation' },
      search: { value: 'TEXT', about: 'in method, path and name' },
      limit
    },
    example: 'connector-desk query shelf --integration personio --search employees'
  },
  {
    ...{ words: 'runbooks', asked: 'runbooks', about: 'runbooks' },
    options: {
      connector: { value: 'ID', about: 'those about its issue' },
      id: { value: 'ID', about: 'one, whole' }
    },
    example: 'connector-desk query runbooks --connector 0b1c2d3e-…'
  },
  {
    ...{ words: 'evidence', asked: 'evidence', takes: 'ID…', about: 'evidence for a ticket, as Markdown' },
    options: {},
    example: 'connector-desk query evidence 0b1c2d3e-… > ticket.md'
  },
  {
    ...{ words: 'ask-many', asked: 'plan_many', takes: 'FILE' },
    about: 'what a run would do: {"path": …, "integration": …}; nothing is sent',
    options: {},
    example: 'connector-desk query ask-many employees.json'
  },
  {
    ...{ words: 'workspaces', asked: 'workspaces', about: 'workspaces that may be asked' },
    options: {},
    example: 'connector-desk query workspaces'
  }
]

export const exitCodes = [
  [0, 'answered; a test of a mapping passed'],
  [1, 'answered, and the test of a mapping failed, or the run could not be sent'],
  [2, 'the command line or the file is wrong'],
  [3, 'no app answers'],
  [4, 'refused: not switched on, managed, locked, or the keychain is'],
  [5, 'not found'],
  [6, 'too many questions: try again in a minute'],
  [7, 'another fault']
] as const

const optionLine = ([name, { value, choices, about }]: readonly [string, Option], indent: string) => {
  const said = `--${name}${value ? `=${value}` : ''}`.padEnd(22)
  return `${indent}${said}${about}${choices ? ` (${choices.join(', ')})` : ''}\n`
}

const head = ({ words, takes }: Command) => `${words}${takes ? ` ${takes}` : ''}`

export const queryHelp = (): string => `Usage: connector-desk query COMMAND [option…]

Asks the running app what it knows. A person lets a workspace be asked in Settings; names are hidden unless they are
switched on there. Nothing is changed and nothing is sent to the API. Each question is in Activity.

${commands.map((one) => `  ${head(one).padEnd(20)}${one.about}\n${Object.entries(one.options).map((option) => optionLine(option, '    ')).join('')}`).join('')}
Of every command:
${Object.entries(common).map((option) => optionLine(option, '  ')).join('')}  --user-data-dir=FOLDER ask the app that runs with this folder

If the app does not run and Settings keep it refreshing while its window is closed, it is started without its window.

Exit codes:
${exitCodes.map(([code, about]) => `  ${code}  ${about}\n`).join('')}
Examples:
${commands.map(({ example }) => `  ${example}\n`).join('')}` // prettier-ignore

export const mcpHelp = `Usage: connector-desk mcp

Serves an assistant (Model Context Protocol) over stdin and stdout. The assistant starts it, for instance with
{"command": "connector-desk", "args": ["mcp"]}. It reads what connector-desk query reads, and may leave drafts, which
wait in the window for a person. A person lets a workspace be asked in Settings.

Exit codes: 0 the assistant ended it; 2 the command line is wrong, or stdin is a terminal; 7 another fault. A question
that the app does not answer is an error of its tool.
`

const shells = ['bash', 'zsh', 'powershell'] as const
export type Shell = (typeof shells)[number]
export const isShell = (name: string): name is Shell => shells.some((one) => one === name)

export const completionHelp = `Usage: connector-desk completion ${shells.join('|')}

Prints what completes the command line in a shell. Packages bring it for bash and zsh; elsewhere:
  bash        connector-desk completion bash > ~/.local/share/bash-completion/completions/connector-desk
  zsh         connector-desk completion zsh > "\${fpath[1]}/_connector-desk"
  powershell  connector-desk completion powershell >> $PROFILE
`

const firstWords = [...new Set(commands.map(({ words }) => words.split(' ')[0] ?? ''))]
const optionsOf = (first: string) =>
  commands
    .filter(({ words }) => words.split(' ')[0] === first)
    .flatMap(({ options }) => Object.entries(options))
    .concat(Object.entries(common))

const flags = (first: string) => optionsOf(first).map(([name, { value }]) => `--${name}${value ? '=' : ''}`)
const withChoices = () => [
  ...new Map(firstWords.flatMap((first) => optionsOf(first)).filter(([, { choices }]) => choices))
]

function bash(): string {
  const of = firstWords.map((first) => `  [${first}]='${flags(first).join(' ')}'`).join('\n')
  const choices = withChoices().map(([name, { choices }]) => `  [--${name}]='${choices?.join(' ')}'`)
  return `# bash completion of connector-desk
declare -A _connector_desk_options=(
${of}
)
declare -A _connector_desk_choices=(
${choices.join('\n')}
)
_connector_desk() {
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} words=''
  if [[ $current == '=' ]]; then current=''; elif [[ $before == '=' ]]; then before=\${COMP_WORDS[COMP_CWORD-2]}; fi
  if [[ $COMP_CWORD -eq 1 ]]; then
    words='mcp query completion --diagnose --practice --version --help'
  elif [[ \${COMP_WORDS[1]} == completion ]]; then
    words='${shells.join(' ')}'
  elif [[ \${COMP_WORDS[1]} == query && $COMP_CWORD -eq 2 ]]; then
    words='${firstWords.join(' ')} --help'
  elif [[ \${COMP_WORDS[1]} == query && \${COMP_WORDS[2]} == mapping && $COMP_CWORD -eq 3 ]]; then
    words='test'
  elif [[ \${COMP_WORDS[1]} == query ]]; then
    words=\${_connector_desk_choices[$before]:-\${_connector_desk_options[\${COMP_WORDS[2]}]}}
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [[ \${COMPREPLY[0]-} == *= ]] && compopt -o nospace
  if [[ \${#COMPREPLY[@]} -eq 0 ]]; then COMPREPLY=($(compgen -f -- "$current")); fi
}
complete -F _connector_desk connector-desk
`
}

const quoted = (text: string) => text.replaceAll("'", "''")
const inBrackets = (text: string) => text.replaceAll(/[[\]:']/g, ' ')

function zsh(): string {
  const argument = ([name, { value, choices, about }]: [string, Option]) =>
    `'--${name}${value ? '=' : ''}[${inBrackets(about)}]${value ? `:${value}:${choices ? `(${choices.join(' ')})` : ''}` : ''}'`
  const byCommand = firstWords
    .map((first) => {
      const file = commands.some(({ words, takes }) => words.startsWith(first) && takes === 'FILE')
      const rest = `'*:${file ? 'file:_files' : 'id:'}'`
      return `  [[ $words[3] == ${first} ]] && _arguments ${optionsOf(first).map(argument).join(' ')} ${rest}`
    })
    .join('\n')
  const described = commands.map(({ words, about }) => `'${words.split(' ')[0]}:${inBrackets(about)}'`)
  return `#compdef connector-desk
# zsh completion of connector-desk
_connector_desk() {
  local -a first=('mcp:serve an assistant' 'query:ask the running app' 'completion:print completion for a shell')
  local -a commands=(${described.join(' ')})
  if (( CURRENT == 2 )); then _describe command first; return; fi
  if [[ $words[2] == completion ]]; then _values shell ${shells.join(' ')}; return; fi
  [[ $words[2] == query ]] || return
  if (( CURRENT == 3 )); then _describe command commands; return; fi
${byCommand}
}
_connector_desk "$@"
`
}

function powershell(): string {
  const table = firstWords.map((first) => `    '${first}' = @(${flags(first).map((one) => `'${one}'`).join(', ')})`) // prettier-ignore
  const choices = withChoices().map(
    ([name, { choices }]) => `    '--${name}' = @(${choices?.map((one) => `'--${name}=${quoted(one)}'`).join(', ')})`
  )
  return `# PowerShell completion of connector-desk
Register-ArgumentCompleter -Native -CommandName connector-desk -ScriptBlock {
  param($word, $line, $at)
  $options = @{
${table.join('\n')}
  }
  $choices = @{
${choices.join('\n')}
  }
  $before = @($line.CommandElements | ForEach-Object { $_.ToString() } | Where-Object { $_ -ne $word })
  $name = ($word -split '=')[0]
  $found = if ($before.Count -le 1) { 'mcp', 'query', 'completion' }
    elseif ($before[1] -eq 'completion') { '${shells.join("', '")}' }
    elseif ($before.Count -eq 2) { ${firstWords.map((one) => `'${one}'`).join(', ')} }
    elseif ($choices.ContainsKey($name)) { $choices[$name] }
    else { $options[$before[2]] }
  $found | Where-Object { $_ -like "$word*" } |
    ForEach-Object { [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_) }
}
`
}

const scripts: Record<Shell, () => string> = { bash, zsh, powershell }
export const completion = (shell: Shell): string => scripts[shell]()

const roff = (text: string) =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/gm, '\\&')

/** For packages of Linux: `man connector-desk`. */
export function manPage(version: string): string {
  const option = ([name, { value, choices, about }]: readonly [string, Option]) =>
    `.TP\n.B ${roff(`--${name}${value ? `=${value}` : ''}`)}\n${roff(about)}${choices ? ` (${roff(choices.join(', '))})` : ''}\n`
  const one = (command: Command) =>
    `.TP\n.B ${roff(`query ${head(command)}`)}\n${roff(command.about)}\n.RS\n${Object.entries(command.options).map(option).join('')}.RE\n` // prettier-ignore
  return `.TH CONNECTOR-DESK 1 "" "Connector Desk ${roff(version)}"
.SH NAME
connector\\-desk \\- connector health, passthrough requests and field mappings
.SH SYNOPSIS
.nf
connector\\-desk [switch ...]
connector\\-desk query COMMAND [option ...]
connector\\-desk mcp
connector\\-desk completion ${shells.join('|')}
connector\\-desk team sql
.fi
.SH DESCRIPTION
Without a command it opens the window; \\-\\-help lists its switches.
.PP
.B query
asks the running app, for scripts.
.B mcp
serves an assistant over stdin and stdout. A person lets a workspace be asked in Settings; names are hidden unless they
are switched on there. Nothing is changed and nothing is sent to the API.
.SH COMMANDS
${commands.map(one).join('')}.SH OPTIONS
Of every command:
${Object.entries(common).map(option).join('')}.SH EXIT STATUS
${exitCodes.map(([code, about]) => `.TP\n.B ${code}\n${about}\n`).join('')}.SH EXAMPLES
.nf
${commands.map(({ example }) => roff(example)).join('\n')}
.fi
` // prettier-ignore
}
