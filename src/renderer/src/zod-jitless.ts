// The page's policy forbids eval; zod's probe for it would be reported as a violation. Imported before any schema.
import { config } from 'zod'

config({ jitless: true })
