import { serve } from '../base/serve'
import { Viewer } from './viewer'

// The thread that parses and draws bodies, so that 50 MB hold up neither the main process nor a window.
serve(new Viewer())
