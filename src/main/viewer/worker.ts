import { serve } from '../base/serve'
import { Viewer } from './viewer'

// A thread, so that 50 MB block neither main nor a window.
serve(new Viewer())
