import read from '../../../../docs/user-guide.md'
import type { Section } from './section'

/** The build reads the guide (`guideSections` in scripts/guide.ts). */
export const sections = read as readonly Section[]
