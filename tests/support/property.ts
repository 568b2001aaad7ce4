import fc from 'fast-check'

// The same values in each run, so that what fails fails again; `SEED=…` tries others.
fc.configureGlobal({ seed: Number(process.env['SEED'] ?? 4242) })

export { fc }
