import { serveJobs } from '#media/serve-jobs.ts'
import { JOBS } from '#sandbox/jobs.ts'

serveJobs(JOBS)
