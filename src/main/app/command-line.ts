import { schemaScript } from '../team/schema'
import { shownBySwitches } from './switches'

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
