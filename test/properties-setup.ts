import fc from 'fast-check';

/**
 * Property tests take the same examples in every run, so that a change is to blame for what fails.
 * `PROPERTY_SEED=random` looks for new ones; a number takes those of a seed that a failure named.
 */
const seed = process.env['PROPERTY_SEED'] ?? '1';
if (seed !== 'random') fc.configureGlobal({ seed: Number(seed) });
