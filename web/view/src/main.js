// SPDX-License-Identifier: Apache-2.0
import 'uplot/dist/uPlot.min.css';
import './style.css';
import { App } from './app.js';
import { keep } from './ui/settings.js';
import { preferredLanguage, setLanguage } from './ui/text.js';

setLanguage(keep.get('language') ?? preferredLanguage());
const app = new App(document.body);
window.tsubu = app; // for those who want to look at a frame in the console, and for the tests
app.start();
