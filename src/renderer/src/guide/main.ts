import '../app.css'
import { mount } from 'svelte'
import { guideTitles } from '../../../shared/support/guide'
import Guide from './Guide.svelte'

const target = document.getElementById('app')
if (!target) throw new Error('guide.html has no #app')
const broken = () => (document.title = guideTitles.broken)
// The browser's own notes (of a late resize) have no error.
addEventListener('error', ({ error }) => error && broken())
addEventListener('unhandledrejection', broken)
mount(Guide, { target })
document.title = guideTitles.drawn
