import '../app.css'
import { mount } from 'svelte'
import { sections } from './sections'
import Guide from './Guide.svelte'

const target = document.getElementById('app')
if (!target) throw new Error('guide.html has no #app')
mount(Guide, { target, props: { sections } })
