import { hidden } from '../secrets/masked'
import type { Masker } from '../secrets/masker'
import { nameless, type Names } from './names'

export interface Redaction {
  masker: Pick<Masker, 'mask'>
  names: Names
  /** The home folder, whose path holds the account's name. */
  home: string
}

export interface TakenOut {
  file: string
  tokens: number
  names: number
  homeFolders: number
}

export function redact(file: string, text: string, { masker, names, home }: Redaction) {
  const masked = masker.mask(text)
  const withoutHome = spellingsOf(home).reduce((rest, spelling) => rest.replaceAll(spelling, ownFolder), masked)
  const clean = names.takeOut(withoutHome)
  const takenOut: TakenOut = {
    file,
    // Also counts what the log left out when it was written.
    tokens: counted(masked, hidden),
    names: counted(clean, nameless),
    homeFolders: counted(withoutHome, ownFolder) - counted(masked, ownFolder)
  }
  return { clean, takenOut }
}

const ownFolder = '~'

/** As a path and as a file address, also on Windows. */
function spellingsOf(home: string): string[] {
  const slashed = home.replaceAll('\\', '/')
  return [home, slashed, encodeURI(slashed)].filter((spelling) => spelling.length > 1)
}

const counted = (text: string, part: string) => text.split(part).length - 1
