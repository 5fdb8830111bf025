import { beforeEach } from 'vitest'
import { freshPage } from './fresh-page'

// The setup file of the component tests, made anew for each of their files.
beforeEach(freshPage)
