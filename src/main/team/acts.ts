import type { TeamAddress } from '../../shared/team/team'
import type { Act } from '../guard/confirmer'
import { actWords as words } from './words'

/** What the operator confirms before issues of all workspaces go to a server: a page cannot choose it. */
export const joinAct = (address: TeamAddress): Act => ({
  place: null,
  title: words.join,
  verb: words.joinVerb,
  note: words.joinNote,
  facts: [...factsOf(address), ...Object.entries(words.shared)],
  requests: []
})

export const createAct = (address: TeamAddress): Act => ({
  place: null,
  title: words.create,
  verb: words.createVerb,
  note: words.createNote,
  facts: factsOf(address),
  requests: []
})

/** @param count of the changes that wait */
export const leaveAct = (address: TeamAddress, count: number): Act => ({
  place: null,
  title: words.leave,
  verb: words.leaveVerb,
  note: words.leaveNote(count),
  facts: factsOf(address),
  requests: []
})

const factsOf = ({ host, port, database, user, tls }: TeamAddress): [string, string][] => [
  [words.server, `${host}:${port}`],
  [words.database, database],
  [words.account, user],
  [words.encryption, tls ? words.encrypted : words.plain]
]
