// Import this before any library: React and others choose their build by it while they load.
// Whatever the environment says: the development build of React takes almost twice the time for a page.
process.env['NODE_ENV'] = 'production'
