// Ours come after the kit's, which live in a cascade layer and lose against anything outside of it.
import './layers.css';
import 'virtual:kit-styles';
import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/global.css';
import './tokens.css';
import './scale.css';
import './kit.css';
import './base.css';
