import '../app.css'
import { mount, tick } from 'svelte'
import type { ReportBridge, TrendsReport } from '../../../shared/trends/report'
import Report from './Report.svelte'

const target = document.getElementById('app')
if (!target) throw new Error('report.html has no #app')
const bridge = (window as unknown as { report: ReportBridge }).report
// The browser's own notes (of a late resize) have no error.
addEventListener('error', ({ error }) => error && bridge.failed())
addEventListener('unhandledrejection', () => bridge.failed())
const report = JSON.parse(await bridge.read()) as TrendsReport
document.title = report.workspace
mount(Report, { target, props: { report } })
await tick()
await document.fonts.ready
// Charts learn their width in the first frame and use it in the second.
requestAnimationFrame(() => requestAnimationFrame(() => bridge.drawn()))
