import { schemaScript } from '../team/schema'

/**
 * What the app prints for `--version`, `--help` and `team sql`, instead of starting. A profile is neither made nor locked for it.
 * All other switches are Chromium's or the app's own.
 *
 * @param args all that the app was started with, less the program
 * @returns the text; null where neither is asked for
 */
export function printedFor(args: readonly string[], version: string): string | null {
  if (args.includes('--version')) return `Connector Desk ${version}\n`
  if (args.some((one, at) => one === 'team' && args[at + 1] === 'sql')) return schemaScript()
  return args.includes('--help') ? `Connector Desk ${version}\n\n${usage}` : null
}

const usage = `Usage: connector-desk [switch…]
       connector-desk team sql     Print the SQL that an administrator runs to set up a team's database.

  --diagnose              Test this computer and the way to each workspace, print the findings, and exit without a
                          window. Exit code 0: no fault; 1: a fault. It can run beside the app and changes nothing.
  --practice              Open the practice workspace.
  --startup-times         Print when each step of the start was reached, in ms since the process began.
  --user-data-dir=FOLDER  Keep settings and history in FOLDER.
  --version               Print the version and exit.
  --help                  Print this help and exit.

Other switches go to Chromium. Some would open the app to other programs; an installed app does not start with them.
`
