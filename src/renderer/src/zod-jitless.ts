// The page's policy forbids eval and would report zod's probe for it. Import this before any schema.
import { config } from 'zod'

config({ jitless: true })
