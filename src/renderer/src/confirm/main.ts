import '../app.css'
import { mount } from 'svelte'
import type { ConfirmBridge, ShownAct } from '../../../shared/confirm'
import Confirm from './Confirm.svelte'

const target = document.getElementById('app')
if (!target) throw new Error('confirm.html has no #app')
const bridge = (window as unknown as { confirmation: ConfirmBridge }).confirmation
const act = JSON.parse(await bridge.read()) as ShownAct
const { region, kind } = { region: act.region ?? 'default', kind: act.practice ? 'practice' : 'live' }
Object.assign(document.documentElement.dataset, { region, kind })
document.title = act.title
mount(Confirm, { target, props: { act, onanswer: (answer) => bridge.answer(answer) } })
