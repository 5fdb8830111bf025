import './zod-jitless'
import './app.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { createClient, windowBridge } from './client.svelte'
import { Desk } from './state/desk.svelte'

const target = document.getElementById('app')
if (!target) throw new Error('index.html has no #app')
mount(App, { target, props: { desk: new Desk(createClient(windowBridge())) } })
