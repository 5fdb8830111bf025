import { Worker } from 'node:worker_threads'
import type { CommandData } from '../door/command/worker'
import { schemaScript } from '../team/schema'
import { shownBySwitches } from './switches'

export const commands = ['mcp', 'query', 'completion'] as const
type CommandName = (typeof commands)[number]

/** Splits a command line of another program or a script. @returns null for the app itself */
export function commandIn(args: readonly string[]): { before: string[]; name: CommandName; after: string[] } | null {
  const at = args.findIndex((one) => commands.some((name) => name === one))
  const name = commands.find((one) => one === args[at])
  return name ? { before: args.slice(0, at), name, after: args.slice(at + 1) } : null
}

/**
 * Runs a command in a thread while this one waits: Chromium's loop never begins, so that it needs no display and no
 * lock, and nothing else writes to stdout.
 * @returns the exit code
 */
export function runCommand(bundle: URL, data: Omit<CommandData, 'done'>): number {
  const done = new Int32Array(new SharedArrayBuffer(8))
  new Worker(bundle, { workerData: { ...data, done } satisfies CommandData })
  Atomics.wait(done, 0, 0)
  return Atomics.load(done, 1)
}

/**
 * Prints instead of a start, without a profile.
 * @param args without the program
 * @returns null for a normal start
 */
export function printedFor(args: readonly string[], version: string): string | null {
  if (args.includes('--version')) return `Connector Desk ${version}\n`
  if (args.some((one, at) => one === 'team' && args[at + 1] === 'sql')) return schemaScript()
  return args.includes('--help') ? `Connector Desk ${version}\n\n${usage}` : null
}

function listed(names: readonly string[]): string {
  const lines = ['']
  for (const name of names) {
    const line = `${lines.at(-1)}  --${name}`
    if (line.length <= 100) lines.splice(-1, 1, line)
    else lines.push(`  --${name}`)
  }
  return lines.join('\n')
}

const usage = `Usage: connector-desk [switch…]
       connector-desk team sql     Print the SQL that an administrator runs to set up a team's database, or
                                   to close what an earlier version left open in it.
       connector-desk query …      Ask the running app, for scripts; query --help lists what.
       connector-desk mcp          Serve an assistant over stdin and stdout; mcp --help says how.
       connector-desk completion SHELL
                                   Print what completes these in bash, zsh or powershell.

  --diagnose              Test this computer and the way to each workspace, print the findings, and exit without a
                          window. Exit code 0: no fault; 1: a fault. It can run beside the app and changes nothing.
  --practice              Open the practice workspace.
  --startup-times         Print when each step of the start was reached, in ms since the process began.
  --user-data-dir=FOLDER  Keep settings and history in FOLDER.
  --version               Print the version and exit.
  --help                  Print this help and exit.

An installed app also takes these of Chromium's switches, which change how it is shown:

${listed(shownBySwitches)}

It does not start with any other, as some would open it to other programs, and takes --no-sandbox as root only.
`
