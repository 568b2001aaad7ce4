// An older Node can run this script: it checks the version, then runs the named script.
// `node scripts/run.mjs start`, `build`, `test`, …
const [major = '0'] = process.versions.node.split('.')
if (Number(major) < 24) {
  process.stderr.write(
    `Polymuse runs on Node 24, this is ${process.version}: run it by npm, which brings the right one, or install Node 24.\n`
  )
  process.exit(1)
}
const [name] = process.argv.splice(2, 1)
// Libraries choose their build by this variable while they load. Component tests need React's
// development build.
process.env.NODE_ENV = name === 'test' ? 'test' : 'production'
await import(name === 'start' ? './start.mjs' : `./${name}.ts`)
