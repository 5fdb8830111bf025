import { parseArgs } from 'node:util'
import { NotConfigured } from './not-configured'

export interface CommandLine {
  /** `serve`: refresh on a schedule. */
  act: 'serve' | 'once' | 'check' | 'help' | 'version'
  config: string
}

const usualConfig = '/etc/connector-desk/walker.json'

export const usage = `Usage: connector-desk-walker [--config FILE] [--once | --check]

Walks the connectors of services on a schedule, and publishes what it finds in a team's database.

  --config FILE   configuration (${usualConfig})
  --once          walk once and exit, for cron
  --check         test configuration, database and services, print the findings, and exit
  --version       print the version and exit
  --help          print this help and exit

Exit codes: 0 done; 1 failed, a later try may do; 2 command line, configuration or a secret's file; 3 refused: the
token, the password or the rights; 4 walked in part: some categories failed.

The token and the password come from systemd's credentials bearer-token and database-password, from files that the
configuration names, or from CONNECTOR_DESK_BEARER_TOKEN and CONNECTOR_DESK_DATABASE_PASSWORD.
`

/** @throws NotConfigured */
export function readCommandLine(args: string[]): CommandLine {
  const { values } = parsed(args)
  const { config = usualConfig, once, check } = values
  if (values.help) return { act: 'help', config }
  if (values.version) return { act: 'version', config }
  if (once && check) throw new NotConfigured('Choose one of --once and --check.\nTry --help.')
  return { act: once ? 'once' : check ? 'check' : 'serve', config }
}

function parsed(args: string[]) {
  const flag = { type: 'boolean' } as const
  try {
    return parseArgs({
      args,
      options: {
        config: { type: 'string' },
        once: flag,
        check: flag,
        version: flag,
        help: { type: 'boolean', short: 'h' }
      }
    })
  } catch (thrown) {
    const { code, message } = thrown as NodeJS.ErrnoException
    // A bare argument may be a token passed by mistake, so this does not repeat it.
    const words = code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL' ? 'All arguments are options.' : message
    throw new NotConfigured(`${words}\nTry --help.`)
  }
}
