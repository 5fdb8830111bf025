import './zod-jitless'
import './app.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { createClient, windowBridge } from './client.svelte'
import { learnNames } from './lib/learned-names.svelte'
import { Desk } from './state/desk.svelte'

const target = document.getElementById('app')
if (!target) throw new Error('index.html has no #app')
const client = createClient(windowBridge())
client.on('walk:integrations', ({ names }) => learnNames(names))
mount(App, { target, props: { desk: new Desk(client) } })
