import './app.css'
import { mount } from 'svelte'
import App from './app/App.svelte'
import { bridgeClient, windowBridge } from './client.svelte'
import { Desk } from './app/desk.svelte'
import { loadViewsAtRest } from './app/views'

const target = document.getElementById('app')
if (!target) throw new Error('index.html has no #app')
const client = bridgeClient(windowBridge())
// Load the fonts for any script before the first rows: for a missing font the engine asks the system for another and
// waits, a tenth of a second on a busy system. If a font fails, names use another one.
for (const font of document.fonts) font.load().catch(() => undefined)
// The first paint has the fonts of most text: with others all of it would move once they come.
const style = getComputedStyle(document.documentElement)
await Promise.allSettled(['--sans', '--mono'].map((font) => document.fonts.load(`13px ${style.getPropertyValue(font)}`)))
const desk = new Desk(client)
mount(App, { target, props: { desk } })
void loadViewsAtRest(() => desk.loadRooms())
