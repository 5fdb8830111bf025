import '../app.css'
import { mount } from 'svelte'
import type { ConfirmBridge, ShownAct } from '../../../shared/guard/confirm'
import Confirm from './Confirm.svelte'

const target = document.getElementById('app')
if (!target) throw new Error('confirm.html has no #app')
const bridge = (window as unknown as { confirmation: ConfirmBridge }).confirmation
// A broken page shows nobody what they would agree to: main closes the window, and the window behind says so. The
// browser's own notes (of a late resize) have no error.
addEventListener('error', ({ error }) => error && bridge.failed())
addEventListener('unhandledrejection', () => bridge.failed())
bridge.onFocus(() => window.dispatchEvent(new FocusEvent('focus')))
const act = JSON.parse(await bridge.read()) as ShownAct
const { region, kind } = { region: act.region ?? 'default', kind: act.practice ? 'practice' : 'live' }
Object.assign(document.documentElement.dataset, { region, kind })
document.title = act.title
const { answer: onanswer, save: onsave, drawn: ondrawn } = bridge
mount(Confirm, { target, props: { act, onanswer, onsave, ondrawn } })
