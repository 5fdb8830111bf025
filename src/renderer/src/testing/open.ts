import { onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-svelte'
import '../app.css'
import App from '../app/App.svelte'
import { Desk } from '../app/desk.svelte'
import type { FakeClient } from './fake-client'

/** At the smallest supported size. */
export async function open(client: FakeClient, hash = ''): Promise<Desk> {
  if (innerWidth !== 1280 || innerHeight !== 800) await page.viewport(1280, 800)
  location.hash = hash
  const target = document.createElement('div')
  target.id = 'app'
  document.body.append(target)
  onTestFinished(() => target.remove())
  const desk = new Desk(client)
  await desk.loadRooms()
  await render(App, { target, props: { desk } })
  return desk
}
