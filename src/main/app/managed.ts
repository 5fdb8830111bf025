import { app } from 'electron'
import { useProxy } from '../http/proxy'
import { openPolicy, sourcesFor, type Managed } from './policy'

/** Also applies the organization's proxy. */
export async function managedHere(): Promise<Managed> {
  const managed = await openPolicy(sourcesFor(app.isPackaged, process.env))
  await useProxy(managed.policy.of('network.proxy')?.value)
  return managed
}
