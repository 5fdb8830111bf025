import { serve } from '../../base/serve'
import { Reader } from './reader'

// A thread, so that a file of 60 MB blocks neither main nor a window.
serve(new Reader())
