import { hidden } from '../secrets/masked'
import type { Masker } from '../secrets/masker'
import { nameless, type Names } from './names'

export interface Redaction {
  masker: Pick<Masker, 'mask'>
  names: Names
  /** The person's own folder, whose path holds the name of their account. */
  home: string
}

/** What was taken out of one file. */
export interface TakenOut {
  file: string
  tokens: number
  names: number
  homeFolders: number
}

/** A text as it may leave: without known tokens, the names this app knows and the account's name in paths. */
export function redact(file: string, text: string, { masker, names, home }: Redaction) {
  const masked = masker.mask(text)
  const withoutHome = spellingsOf(home).reduce((rest, spelling) => rest.replaceAll(spelling, ownFolder), masked)
  const clean = names.takeOut(withoutHome)
  const takenOut: TakenOut = {
    file,
    // Also what the log left out when it was written.
    tokens: counted(masked, hidden),
    names: counted(clean, nameless),
    homeFolders: counted(withoutHome, ownFolder) - counted(masked, ownFolder)
  }
  return { clean, takenOut }
}

const ownFolder = '~'

/** A folder as it is, and as addresses of files have it, also on Windows. */
function spellingsOf(home: string): string[] {
  const slashed = home.replaceAll('\\', '/')
  return [home, slashed, encodeURI(slashed)].filter((spelling) => spelling.length > 1)
}

const counted = (text: string, part: string) => text.split(part).length - 1
