import { z } from 'zod'

/**
 * Rights given too freely. `functions`: everybody may run the team's functions. `owner`: the tables belong to an
 * account that can sign in or administers the server. `temporary`, `create`: everybody may make tables. `connect`:
 * every account may enter.
 */
export const teamOpening = z.enum(['functions', 'owner', 'temporary', 'connect', 'create'])
export type TeamOpening = z.infer<typeof teamOpening>

export const openingWords: Record<TeamOpening, string> = {
  functions: 'Every account may run the team’s functions, and some of them have the rights of their owner.',
  owner: 'The team’s tables belong to an account that can sign in or administers the server.',
  temporary: 'Every account may make temporary tables.',
  connect: 'Every account of the server may enter the database.',
  create: 'Every account may make tables and functions in the schema public.'
}

export const openSummary = 'Accounts of the team’s database may do more than they should.'

/** @param database its name, as an operator typed it */
export const closeCommand = (database: string): string => {
  const name = /^\w[\w.-]*$/.test(database) ? database : `'${database.replaceAll("'", "'\\''")}'`
  return `connector-desk team sql | psql --set ON_ERROR_STOP=1 --dbname ${name}`
}

export const howToClose = (database: string): string =>
  `An administrator of the database runs: ${closeCommand(database)} (docs/team.md, “Existing teams”).`
