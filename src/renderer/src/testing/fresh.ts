import { beforeEach } from 'vitest'
import { freshPage } from './fresh-page'

// Setup file of the component tests, loaded per test file.
beforeEach(freshPage)
