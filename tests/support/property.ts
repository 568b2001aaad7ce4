import fc from 'fast-check'

// Uses the same values in each run, so failures repeat; `SEED=…` tries others.
fc.configureGlobal({ seed: Number(process.env['SEED'] ?? 4242) })

export { fc }
