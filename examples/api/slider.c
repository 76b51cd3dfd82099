/* SPDX-License-Identifier: Apache-2.0 */
/* slider.c - a block that a spring drags: which spring is too soft for steady sliding? Half of that lets a nudge grow,
 * twice of it lets it die. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <tsubu/tsubu_contact.h>

static const char setup[] = "mass 1\narea 1\nnormal 1\ndamper 0.1\nspring ${K}\n"
                            "friction mu_s 0.6 mu_k 0.3 kappa 10 xi 1 m 1e3 alpha 1e4\n"
                            "timestep 1e-3\ndrive 0 0.2\nstability\n";

static tsu_error err;

/* How many times as large the velocity's deviation from that of the driver is near the end as at the start. */
static bool follow(const char *stiffness, double *growth, double *critical, double *ratio)
{
    size_t rows = 0, velocity = 0;
    double most[2] = {0.0, 0.0};
    tsu_view v;
    tsu_slide *s = tsu_slide_create(NULL, NULL, &err);
    bool good = s && tsu_slide_set_variable(s, "K", stiffness, &err) == TSU_OK &&
                tsu_slide_run_text(s, setup, &err) == TSU_OK &&
                tsu_slide_evaluate(s, "growth", growth, &err) == TSU_OK &&
                tsu_slide_evaluate(s, "critical_stiffness", critical, &err) == TSU_OK &&
                tsu_slide_run_text(s, "start steady nudge 1e-4\nrun 40\n", &err) == TSU_OK;
    for (size_t k = 0; tsu_slide_column(k, NULL, NULL); k++) {
        if (strcmp(tsu_slide_column(k, NULL, NULL), "velocity") == 0) velocity = k;
    }
    good = good && tsu_slide_case(s, 0, &rows) && tsu_slide_view(s, 0, velocity, &v, &err) == TSU_OK;
    for (size_t k = 0; good && k < rows; k++) {
        const double off = fabs(v.data[k * v.stride] - 0.2);
        const int which = k >= rows / 2;
        if ((k < rows / 10 || k >= rows - rows / 10) && off > most[which]) most[which] = off;
    }
    *ratio = most[1] / most[0];
    tsu_slide_destroy(s);
    return good;
}

int main(void)
{
    char text[32];
    double growth, critical, ratio[2];
    if (!follow("50", &growth, &critical, &ratio[0])) return fprintf(stderr, "%s\n", err.message), 1;
    printf("springs softer than %.2f N/m do not slide steadily\n", critical);
    bool right = true;
    for (int k = 0; k < 2; k++) {
        snprintf(text, sizeof text, "%.10g", critical * (k ? 2.0 : 0.5));
        if (!follow(text, &growth, &critical, &ratio[k])) return fprintf(stderr, "%s\n", err.message), 1;
        printf("%s N/m: growth %.4f 1/s, the nudge becomes %.3f times as large\n", text, growth, ratio[k]);
        right = right && (growth > 0.0) == (k == 0) && (ratio[k] > 1.0) == (k == 0);
    }
    return right ? 0 : 1;
}
