import '../app.css'
import { mount, tick } from 'svelte'
import type { ReportBridge, TrendsReport } from '../../../shared/trends/report'
import Report from './Report.svelte'

const target = document.getElementById('app')
if (!target) throw new Error('report.html has no #app')
const bridge = (window as unknown as { report: ReportBridge }).report
// The browser's own notes (of a resize that came late) have no error.
addEventListener('error', ({ error }) => error && bridge.failed())
addEventListener('unhandledrejection', () => bridge.failed())
const report = JSON.parse(await bridge.read()) as TrendsReport
document.title = report.workspace
mount(Report, { target, props: { report } })
await tick()
await document.fonts.ready
// In the first frame charts learn their width, in the second they are drawn with it.
requestAnimationFrame(() => requestAnimationFrame(() => bridge.drawn()))
