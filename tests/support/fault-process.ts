// A process for tests to kill. It runs the servers without the site on a free port, with short
// leases and tasks of the test vendor. Its only argument is JSON: { environment, vendor, lease }.
import { readConfig } from '#servers/config.ts'
import { listen } from '#servers/listen.ts'
import { createContext, mountParts } from '#servers/studio.ts'
import { sayReady } from './compiled.ts'
import { vendorKinds } from './vendor.ts'

const { environment, vendor, lease } = JSON.parse(process.argv[2] ?? '{}') as {
  environment: Record<string, string>
  vendor: { url: string; host: string }
  lease: number
}
const config = readConfig(environment)
const context = await createContext(config)
const tasks = { kinds: vendorKinds(vendor), pace: { poll: 40, retry: 60 }, tick: 20, lease }
const studio = await mountParts(context, {
  site: false,
  api: { lease, tasks, files: { trustedHosts: [vendor.host] } }
})
const { url } = await listen(studio, config)
sayReady(url)
