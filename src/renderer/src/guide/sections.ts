import read from '../../../../docs/user-guide.md'
import type { Section } from './section'

/** The user guide, as the build read it (`guideSections` in scripts/guide.ts). */
export const sections = read as readonly Section[]
