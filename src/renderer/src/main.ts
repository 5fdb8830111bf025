import './zod-jitless'
import './app.css'
import { mount } from 'svelte'
import App from './app/App.svelte'
import { createClient, windowBridge } from './client.svelte'
import { learnNames } from './records/learned-names.svelte'
import { Desk } from './app/desk.svelte'
import { loadViewsAtRest } from './app/views'

const target = document.getElementById('app')
if (!target) throw new Error('index.html has no #app')
const client = createClient(windowBridge())
client.on('connectors:integrations', ({ names }) => learnNames(names))
// Names of any script come with the first rows. To lay out a text whose font is on its way, the engine asks the system
// for another and waits for the answer: a tenth of a second where the system is busy.
// Without one of them the names appear in another font.
for (const font of document.fonts) font.load().catch(() => undefined)
mount(App, { target, props: { desk: new Desk(client) } })
void loadViewsAtRest()
