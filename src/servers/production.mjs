// Import this before any library: React and others choose their build while they load. It overrides
// the environment, since React's development build takes almost twice as long to render a page.
process.env['NODE_ENV'] = 'production'
